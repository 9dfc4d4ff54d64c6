/** Ends a run with one plain line, `N passed, N failed, N skipped`, for scripts that read logs. */
export default class ClosingLineReporter {
  onRunComplete(_contexts, results) {
    const { numPassedTests, numFailedTests, numFailedTestSuites, numPendingTests } = results;
    const failed = Math.max(numFailedTests, numFailedTestSuites);
    process.stdout.write(
      `${numPassedTests} passed, ${failed} failed, ${numPendingTests} skipped\n`,
    );
  }
}
