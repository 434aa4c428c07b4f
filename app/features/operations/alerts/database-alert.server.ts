import { sendMailNow } from '~/platform/mail/mail.server';
import { type Alert, alertEmail } from './alert.email';
import type { AlertRecipients } from './alert-recipients.server';
import { alertFrame, webhookMessageOf } from './alerts.server';
import { postWebhook } from './webhook.job.server';

const away: Alert = {
  name: 'health.database',
  verdict: 'bad',
  advice: 'health.database.away',
  facts: [],
  node: null,
};
const back: Alert = { ...away, verdict: 'good', advice: 'health.database.back' };

/**
 * Tells that the database does not answer, and that it does again. Nothing can be written down or
 * queued meanwhile, so the node that sees it tells directly and remembers in memory whom.
 */
export class DatabaseAlert {
  /** Looks in a row at which the database did not answer. */
  #looks = 0;
  readonly #told = new Set<string>();

  /** At the second look in a row everybody is told who has not been. */
  async isAway(recipients: AlertRecipients): Promise<void> {
    this.#looks += 1;
    if (this.#looks < 2) return;
    await this.#tell(away, namesOf(recipients), (name) => this.#told.add(name));
  }

  /** Those who were told are told that it is over, until each could be. */
  async isBack(): Promise<void> {
    this.#looks = 0;
    await this.#tell(back, [...this.#told], (name) => this.#told.delete(name));
  }

  async #tell(alert: Alert, names: string[], note: (name: string) => void): Promise<void> {
    const left = alert === away ? names.filter((name) => !this.#told.has(name)) : names;
    await Promise.all(
      left.map((name) =>
        send(alert, name).then(
          () => note(name),
          () => undefined,
        ),
      ),
    );
  }
}

const namesOf = ({ mails, webhooks }: AlertRecipients) => [
  ...mails.map(({ email }) => email),
  ...webhooks,
];

function send(alert: Alert, name: string): Promise<void> {
  return /^https?:/.test(name)
    ? postWebhook(name, webhookMessageOf(alert))
    : sendMailNow({ recipient: name, ...alertEmail(alert, alertFrame()) });
}
