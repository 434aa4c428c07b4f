import { type Actor, commandLine } from '~/policy/actor';
import { config } from '~/config/config.server';
import { warnUnlessOutage } from '~/answers/failure.server';
import { buildVersion, buildVersionDate } from '~/config/build-version';
import { authorise } from '~/policy/permissions';
import { readCertificate } from '~/features/operations/alerts/certificate.server';
import { readErrors } from './errors.server';
import { type HealthCheck, type HealthPart, type Reading, unknownReading } from './health-check';
import { readMail, readNight, readQueue } from './mail-and-jobs.server';
import { readBackup, readChecks, readDatabase, readDisk, readFiles } from './storage.server';

/** The health checks: the health page, the alerts and the metrics all use this list. */
export const healthChecks: readonly HealthCheck[] = [
  { name: 'health.mail', read: readMail },
  { name: 'health.queue', read: readQueue },
  { name: 'health.disk', read: readDisk, perNode: true },
  { name: 'health.storage', read: readFiles },
  { name: 'health.backup', read: readBackup },
  { name: 'health.database', read: readDatabase },
  { name: 'health.certificate', read: readCertificate },
  { name: 'health.errors', read: readErrors },
  { name: 'health.night', read: readNight },
  { name: 'health.checks', read: readChecks },
  { name: 'health.versions', read: () => Promise.resolve(readVersions()) },
];

/** The results of all health checks, for operators. */
export async function getHealth(actor: Actor): Promise<HealthPart[]> {
  authorise(actor, 'health.read');
  const parts = await Promise.all(
    healthChecks.map(async ({ name, read }) => {
      const reading = await read();
      return reading && { name, ...reading };
    }),
  );
  return parts.filter((part) => part !== null);
}

/** The same where the rest counts although something cannot be read, which is then unknown. */
export async function readHealth(): Promise<(HealthPart & Pick<HealthCheck, 'perNode'>)[]> {
  authorise(commandLine, 'health.read');
  const parts = await Promise.all(
    healthChecks.map(async ({ name, read, perNode = false }) => {
      const reading = await read().catch((error: unknown): Reading => {
        warnUnlessOutage(error, `${name} could not be read`);
        return unknownReading;
      });
      return reading && { name, perNode, ...reading };
    }),
  );
  return parts.filter((part) => part !== null);
}

/** How many parts need someone. */
export async function countHealthFindings(actor: Actor): Promise<number> {
  const parts = await getHealth(actor);
  return parts.filter(({ verdict }) => verdict === 'attention' || verdict === 'bad').length;
}

function readVersions(): Reading {
  const { pageCache } = config().flags;
  return {
    verdict: 'good',
    advice: pageCache ? 'health.versions.good' : 'health.versions.no-cache',
    facts: [
      { label: 'health.build', value: buildVersion },
      { label: 'health.built', value: buildVersionDate && new Date(buildVersionDate) },
      { label: 'health.node', value: process.versions.node },
    ],
  };
}
