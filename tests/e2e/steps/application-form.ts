import type { Page } from '@playwright/test';

/** Who fills in the form of the tests; the rest of what is filled in is always the same. */
type Applicant = { firstName: string; lastName: string; email: string };

export const nextPart = (page: Page) => page.getByRole('button', { name: 'Continue' }).click();

/** Fills in the application form, which is open at its first part, up to the agreement. */
export async function fillApplication(page: Page, applicant: Applicant): Promise<void> {
  await page.getByLabel('First name').fill(applicant.firstName);
  await page.getByLabel('Last name').fill(applicant.lastName);
  await page.getByLabel('E-mail address').fill(applicant.email);
  await nextPart(page);
  await page.getByRole('radio', { name: 'Full member, practising judge' }).check();
  await page.getByLabel('Function').fill('Judge');
  await page.getByLabel('Court or institution').fill('Administrative Court of Nordtal');
  await page.getByLabel('City').fill('Nordtal');
  await page.getByLabel('Country').selectOption('Austria');
  await nextPart(page);
  await page.getByLabel('Your experience').fill('Cases on access to registers since 2018.');
  await page.getByRole('checkbox', { name: 'German' }).check();
  await page.getByLabel('Preferred language').selectOption('German');
  await nextPart(page);
}

/** Accepts what has to be accepted. */
export async function acceptAgreement(page: Page): Promise<void> {
  for (const name of [/statutes/, /end-user/, /privacy policy/]) {
    await page.getByRole('checkbox', { name }).check();
  }
}
