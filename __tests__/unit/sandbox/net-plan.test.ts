import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';

import { STANDARD_READER } from '../../../src/sandbox/identity.js';
import { netWorkshop } from '../../../src/sandbox/net-plan.js';
import { StateDirectory } from '../../../src/sandbox/state-directory.js';

let place: string;
beforeEach(() => {
  place = realpathSync(mkdtempSync(join(tmpdir(), 'net-plan-')));
});
afterEach(() => rmSync(place, { recursive: true }));

test('a link of the checkout makes nothing readable, also where the checkout is named by its path', async () => {
  const [checkout, home] = [join(place, 'checkout'), join(place, 'home')];
  mkdirSync(join(home, '.ssh'), { recursive: true });
  mkdirSync(join(checkout, 'src'), { recursive: true });
  writeFileSync(join(checkout, 'server'), '#!/bin/sh\n', { mode: 0o755 });
  symlinkSync(join(home, '.ssh'), join(checkout, 'keys'));
  const state = new StateDirectory(place);
  const workshop = await netWorkshop(
    {
      isolation: 'required',
      checkout,
      workingDirectory: checkout,
      identity: STANDARD_READER,
      command: join(checkout, 'server'),
      args: [],
      hostPath: '/usr/bin',
      hostHome: home,
    },
    state,
  );
  const { pairs } = await workshop.plan();
  const readable = pairs.flatMap(([name, value]) => (name === 'readable' ? [value] : []));
  expect(readable).toContain(join(checkout, 'src'));
  expect(readable).not.toContain(join(checkout, 'keys'));
  state.remove();
});
