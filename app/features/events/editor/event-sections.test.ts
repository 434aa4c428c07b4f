import { expect, test } from 'vitest';
import { eventFieldNames, eventSections } from './event-content';

test('each field of an event stands in one section of the form', () => {
  // Files have forms of their own.
  const inForm = eventFieldNames.filter((name) => name !== 'cover' && name !== 'attachments');
  const listed: string[] = Object.values(eventSections).flat();
  expect(listed.toSorted()).toEqual([...inForm, 'versionName', 'changeReason'].toSorted());
});
