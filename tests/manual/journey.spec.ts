import { expect, test } from '@playwright/test';
import { startMachine } from './journey';
import { sectionsLeft } from './manual';
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

test('nothing that the manual says to do is left out here', () => {
  expect(sectionsLeft()).toEqual([]);
});
