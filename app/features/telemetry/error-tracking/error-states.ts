/** What can become of an error. */
export const errorStates = ['open', 'resolved', 'ignored'] as const;

/** What the list can be narrowed to. */
export const shownStates = [...errorStates, 'all'] as const;
