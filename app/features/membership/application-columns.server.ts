import { schema } from '~/db/db.server';

const { membershipApplications: applications } = schema;

/** What applicants and members may see of their application: no notes, no administrators. */
export const ownColumns = {
  title: applications.title,
  firstName: applications.firstName,
  lastName: applications.lastName,
  email: applications.email,
  phone: applications.phone,
  memberCategory: applications.memberCategory,
  function: applications.function,
  courtName: applications.courtName,
  courtCity: applications.courtCity,
  country: applications.country,
  appointedSince: applications.appointedSince,
  gdprExperience: applications.gdprExperience,
  workingLanguages: applications.workingLanguages,
  preferredLanguage: applications.preferredLanguage,
  referee: applications.referee,
  message: applications.message,
  consents: applications.consents,
  consentedAt: applications.consentedAt,
  status: applications.status,
  statusSince: applications.statusSince,
  createdAt: applications.createdAt,
  confirmedAt: applications.confirmedAt,
  memberNumber: applications.memberNumber,
  feeStatus: applications.feeStatus,
  retentionUntil: applications.retentionUntil,
};
