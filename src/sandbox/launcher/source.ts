import { LAUNCHER_BOX } from './box.js';
import { LAUNCHER_CANARY } from './canary.js';
import { LAUNCHER_CORE } from './core.js';
import { LAUNCHER_FILTER } from './filter.js';
import { LAUNCHER_GUARD } from './guard.js';
import { LAUNCHER_MAIN } from './main.js';
import { LAUNCHER_RELAY } from './relay.js';
import { LAUNCHER_SERVER } from './server.js';

/** The whole launcher; sent over stdin, so that no path, log or process list ever holds it. */
export const LAUNCHER_SOURCE = [
  LAUNCHER_CORE,
  LAUNCHER_FILTER,
  LAUNCHER_BOX,
  LAUNCHER_CANARY,
  LAUNCHER_GUARD,
  LAUNCHER_RELAY,
  LAUNCHER_SERVER,
  LAUNCHER_MAIN,
].join('\n');

/**
 * What perl is started with: reads a length, a line feed and that many bytes of program from stdin, not
 * one byte more, and runs them.
 */
export const LAUNCHER_BOOTSTRAP =
  'sub rd{my($n,$b)=(shift,"");while(length($b)<$n){sysread(STDIN,$b,$n-length$b,length$b)or exit 97}$b}' +
  'my($c,$l)=("","");$l.=$c while"\\n"ne($c=rd(1));eval rd($l);die$@ if$@';
