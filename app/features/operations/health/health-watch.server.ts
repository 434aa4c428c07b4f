import { setTimeout as pause } from 'node:timers/promises';
import { config } from '~/config/config.server';
import { pingDatabase } from '~/db/db.server';
import { warnUnlessOutage } from '~/answers/failure.server';
import { deliverLeftMails } from '~/platform/mail/mail.server';
import {
  type AlertRecipients,
  findAlertRecipients,
} from '~/features/operations/alerts/alert-recipients.server';
import { alertTemplate, tellChanges } from '~/features/operations/alerts/alerts.server';
import { DatabaseAlert } from '~/features/operations/alerts/database-alert.server';
import { minuteLong } from './health-check';
import { readHealth } from './health.server';

/**
 * Looks at the health of the site and tells the operator what has changed. Each node looks by its
 * own clock, not by a job: that jobs do not run is one of the things to tell.
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

  /** Ends the looks; the one under way is waited for, though not for a server that is silent. */
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
    await tellChanges(await readHealth(), this.#recipients, now);
    await deliverLeftMails(alertTemplate);
  }
}
