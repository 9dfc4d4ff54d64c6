import { renderBaseline } from '../core/baseline.js';
import { differingConditions } from '../core/capture.js';
import { compareSurfaces } from '../core/compare.js';
import { openNotices, readForBaseline } from './baseline-reading.js';
import { openBaselineOf } from './known-baseline.js';
import { failureReport, withNotices, type Dependencies } from './run.js';
import type { ServerReport } from '../report/server-report.js';
import type { Settings } from './settings.js';

/**
 * Reads a server and writes its baseline; committing that file is the approval. A file with the same
 * content is not touched. A failed or incomplete reading writes nothing. Never throws.
 * Source: FORMAT 3.3, 3.4, 5.
 */
export async function mark(settings: Settings, dependencies: Dependencies): Promise<ServerReport> {
  let stderr: string | undefined;
  try {
    const place = await dependencies.locate(settings.workingDirectory, settings.baselinePath);
    // Before the server is started: a file that may not be replaced makes the reading useless.
    const known = await openBaselineOf(place, dependencies);
    const prepared = await readForBaseline(settings, dependencies, place, known, (text) => {
      stderr = text;
    });
    const proposed = renderBaseline(prepared.baseline);
    const written = await dependencies.baselines.write(
      place.baselinePath,
      place.checkout,
      proposed,
    );
    const report: ServerReport = {
      server: settings.server,
      verdict: 'match',
      changes: compareSurfaces(known.items, prepared.items),
      conditions:
        known.conditions === undefined
          ? []
          : differingConditions(known.conditions, prepared.baseline.conditions),
      findings: prepared.findings,
      reading: prepared.reading,
      written,
      isFirst: known.items.length === 0,
      isResolved: known.isResolved === true,
    };
    return withNotices(report, openNotices(settings));
  } catch (error) {
    return { ...failureReport(settings, error, dependencies, stderr), isMark: true };
  }
}
