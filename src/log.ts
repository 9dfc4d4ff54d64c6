/** Where a run says what people may read. Every line is already printable: see core/printable.ts. */
export interface Log {
  /** One line for people. */
  info(line: string): void;
  /** One line that deserves attention and decides nothing. */
  warning(line: string): void;
}
