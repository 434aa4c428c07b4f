import { expect, test } from 'vitest';
import { ApplicationDecision } from './application-decision';
import { ApplicationNotes } from './application-notes';
import { markupOf } from '../../../../tests/support/site/markup-of';

const application = {
  status: 'under-review',
  version: 2,
  memberCategory: 'full',
  assignedTo: null,
  verificationMethod: 'Register',
  verifiedBy: null,
  verifiedAt: null,
  firstApprovedBy: null,
  firstApprovedAt: null,
  decidedAt: null,
  decisionReference: null,
  decisionReason: null,
  memberNumber: null,
  feeStatus: 'not-due',
  retentionUntil: null,
  anonymisedAt: null,
} as const;

test('a refused note stays in its field, which says what is wrong', () => {
  const refusal = { fieldErrors: { text: 'form.too-long' }, values: { text: 'A long note' } };
  const page = markupOf(<ApplicationNotes notes={[]} isOpen refusal={refusal} />);
  expect(page).toMatch(/<textarea[^>]*aria-invalid="true"[^>]*>A long note</);
  expect(markupOf(<ApplicationNotes notes={[]} isOpen />)).not.toContain('aria-invalid');
});

const props = {
  application,
  name: 'Alba Beispiel',
  history: [],
  people: {},
  administrators: [],
  drafts: { question: '', approved: '', rejected: '' },
  isVerified: true,
  mayInvite: false,
  nextApproval: 'approve-first',
  isFirstApprover: false,
  isApprovalVoid: false,
} as const;

test('the page says when the first approval has to be given again', () => {
  const says = 'The first approval no longer counts';
  expect(markupOf(<ApplicationDecision {...props} isApprovalVoid />)).toContain(says);
  expect(markupOf(<ApplicationDecision {...props} />)).not.toContain(says);
});

test('a refused verification stays in its field, which says what is wrong', () => {
  const refusal = { fieldErrors: { method: 'form.too-short' }, values: { method: 'ab' } };
  const page = markupOf(<ApplicationDecision {...props} refusal={refusal} />);
  expect(page).toMatch(/<input(?=[^>]*name="method")(?=[^>]*aria-invalid="true")[^>]*value="ab"/);
  const untouched = markupOf(<ApplicationDecision {...props} />);
  expect(untouched).toMatch(/<input(?=[^>]*name="method")[^>]*value="Register"/);
  expect(untouched).not.toContain('aria-invalid');
});
