import { AGENTAVOW } from './agentavow.js';
import { HELDFAST } from './heldfast.js';
import { MTL1 } from './mtl1.js';
import type { Profile } from './profile.js';
import { RUGSNARE } from './rugsnare.js';
import { TRINITY } from './trinity.js';

/** Every profile, by system and digest. */
export const PROFILES: readonly Profile[] = [
  ...HELDFAST,
  ...MTL1,
  ...AGENTAVOW,
  ...RUGSNARE,
  ...TRINITY,
];
