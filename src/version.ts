declare const __WITNESSMARK_VERSION__: string | undefined;

/** This release, from package.json at build time; `0.0.0-source` when the sources run unbundled. */
export const VERSION: string =
  typeof __WITNESSMARK_VERSION__ === 'string' ? __WITNESSMARK_VERSION__ : '0.0.0-source';

/** Name under which a reading says by what it was made. */
export const READER_NAME = 'witnessmark';
