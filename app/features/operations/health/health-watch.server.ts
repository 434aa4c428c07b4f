import { setTimeout as pause } from 'node:timers/promises';
import { config } from '~/config/config.server';
import { pingDatabase } from '~/db/db.server';
import { warnUnlessOutage } from '~/answers/failure.server';
import { deliverLeftMails } from '~/platform/mail/mail.server';
import {
  type AlertRecipients,
  findAlertRecipients,
} from '~/features/operations/alerts/alert-recipients.server';
import { alertTemplate, reportChanges } from '~/features/operations/alerts/alerts.server';
import { DatabaseAlert } from '~/features/operations/alerts/database-alert.server';
import { minuteLong } from './health-check';
import { readHealth } from './health.server';

/**
 * Runs the health checks and reports changes to the operator. Each node runs them by its
 * own timer, not by a job, since a stopped queue is one of the problems to report.
 */
export class HealthWatch {
  readonly #database = new DatabaseAlert();
  #recipients: AlertRecipients;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;

  constructor() {
    const { mails, webhooks } = config().alerts;
    this.#recipients = { mails: mails.map((email) => ({ email })), webhooks };
  }

  /** Looks now and each minute from now on. */
  start(): void {
    const look = () => {
      this.#looking ??= this.look()
        .catch((error: unknown) => warnUnlessOutage(error, 'health could not be looked at'))
        .finally(() => {
          this.#looking = undefined;
        });
    };
    this.#timer = setInterval(look, minuteLong).unref();
    look();
  }

  /** Stops the runs and waits for the current one, unless the server does not answer. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.race([this.#looking, pause(1_000, undefined, { ref: false })]);
  }

  /** One look. @param now when it is, for what has to hold for a while */
  async look(now = new Date()): Promise<void> {
    const answers = await pingDatabase().then(
      () => true,
      () => false,
    );
    if (!answers) return this.#database.isAway(this.#recipients);
    await this.#database.isBack();
    this.#recipients = await findAlertRecipients();
    await reportChanges(await readHealth(), this.#recipients, now);
    await deliverLeftMails(alertTemplate);
  }
}
