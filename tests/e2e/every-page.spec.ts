import { checkEveryWay } from './steps/axe';
import { answersWithError, everyPage, nameOf } from './steps/every-page';
import { expect, test, untilAlive } from './steps/fixtures';
import { checkPolicy, checkReflow, foreignAddresses, idFaults } from './steps/page-checks';

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
