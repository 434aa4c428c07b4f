/**
 * Retention periods of data that jobs remove. The jobs, the processing register and the page of a
 * person's own data all read them here.
 */
export const retentionPeriods = {
  /** Days until an application with an unconfirmed address is removed. */
  unconfirmedApplication: 7,
  /** Days until an account whose address was never confirmed is removed. */
  unconfirmedAccount: 7,
  /** Months until a refused or withdrawn application loses its names. */
  endedApplicationMonths: 6,
  /** Days after the end of an event, for needs, answers and invitations of guests. */
  needs: 30,
  /** Days after the end of an event: the certificate can be asked for two years, as a paper can. */
  registration: 730,
  /** Days until a decision that was withdrawn is removed, with its versions. */
  withdrawnDecision: 30,
  /** Days until a file with decisions that was read and not imported is removed. */
  preparedImport: 1,
  /** Days for which an import of decisions is listed and can be undone. */
  pastImport: 365,
  /** Days until a proposed decision that was published or declined is removed from the list of proposals. */
  settledProposal: 365,
  /** Days for which it is known what an e-mail has told a member of; what is older is new to nobody. */
  followNotice: 60,
  /** Days until an unfinished upload is removed. */
  unfinishedUpload: 7,
  /** Days for which a picture that Gravatar gave is kept and shown; then it is asked for again. */
  profilePicture: 7,
  /** Days until a job that is done is removed. */
  finishedJob: 1,
  /** Days; set where the site is run (docs/OPERATIONS.md). */
  log: 14,
  backup: 14,
} as const;
