import { checkEveryWay } from './axe';
import { answersWithError, everyPage, nameOf } from './every-page';
import { expect, test, untilAlive } from './fixtures';
import { checkPolicy, checkReflow, foreignAddresses, idFaults } from './page-checks';

// Many short tests that do not disturb each other.
test.describe.configure({ mode: 'parallel' });

test.beforeEach(({ strayThings }) => {
  strayThings.expect(answersWithError);
});

for (const sitePage of everyPage) {
  test(`${nameOf(sitePage)} can be read and operated, and has nothing from elsewhere`, async ({
    page,
    signInAs,
  }) => {
    if (sitePage.account) await signInAs(sitePage.account);
    checkPolicy(await page.goto(sitePage.path));
    expect.soft(await foreignAddresses(page)).toEqual([]);
    await untilAlive(page);
    expect.soft(await idFaults(page)).toEqual([]);
    await checkEveryWay(page);
    await checkReflow(page);
  });
}
