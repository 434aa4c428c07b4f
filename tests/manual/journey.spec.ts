import { expect, test } from '@playwright/test';
import { startMachine } from './journey';
import { sectionsLeft } from './manual';
import { shell } from './shell';
import { growth } from './steps/growth';
import { installation } from './steps/installation';
import { people } from './steps/people';
import { upkeep } from './steps/upkeep';
import { usage } from './steps/usage';

// One journey: what a step leaves is what the next one finds.
test.describe.configure({ mode: 'serial' });

test.beforeAll(startMachine);

installation();
people();
usage();
upkeep();
growth();

test('nginx has kept nothing of who read what', async () => {
  expect(await shell('cat /var/log/nginx/access.log 2>/dev/null || true')).toBe('');
});

test('nothing that the manual says to do is left out here', () => {
  expect(sectionsLeft()).toEqual([]);
});
