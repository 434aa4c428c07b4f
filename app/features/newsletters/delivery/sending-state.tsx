import { Link } from 'react-router';
import { useLanguage, useTranslate } from '~/i18n/translation-context';
import { formatInstant, siteZone } from '~/lib/format/format-date';
import classes from '~/ui/form.module.css';
import { Button } from '~/ui/button';
import { TableScroll } from '~/ui/table-scroll';
import { useLive } from '~/ui/live/use-live';
import type { DeliveryState } from './deliveries.server';
import own from '~/features/newsletters/newsletters.module.css';
import { Form } from '~/ui/form';
import { EmptyState } from '~/ui/empty-state';

type Delivery = {
  id: string;
  email: string;
  state: DeliveryState;
  settledAt: Date | null;
  attempts: number;
  reply: string | null;
};

type SendingStateProps = {
  id: string;
  hasBegun: boolean;
  progress: { counts: Record<string, number> };
  deliveries: readonly Delivery[];
  page: number;
};

const shownStates = [
  'sent',
  'kept',
  'waiting',
  'sending',
  'handing-over',
  'refused',
  'uncertain',
  'bounced',
  'skipped',
] as const;
const openStates = ['waiting', 'sending', 'handing-over'] as const;
const perPage = 100;

/**
 * How far the sending is, by itself up to date, and what became of each address. Before it has begun
 * there is nothing to show but its beginning to wait for.
 */
export function SendingState(props: SendingStateProps) {
  useLive(`/administration/newsletters/${props.id}/live`);
  return props.hasBegun ? <Progress {...props} /> : null;
}

function Progress({ progress, deliveries, page }: SendingStateProps) {
  const t = useTranslate();
  const { counts } = progress;
  const all = Object.values(counts).reduce((sum, number) => sum + number, 0);
  const open = openStates.reduce((sum, state) => sum + (counts[state] ?? 0), 0);
  return (
    <>
      <section className={classes.section} aria-labelledby="progress">
        <h2 id="progress">{t('newsletter.progress')}</h2>
        <label className={own.progress}>
          <span>{t('newsletter.progress-of', { count: all - open, all })}</span>
          <progress value={all - open} max={Math.max(all, 1)} />
        </label>
        <dl className={classes.facts}>
          {shownStates
            .filter((state) => counts[state])
            .map((state) => (
              <div key={state} className={own.count}>
                <dt>{t(`delivery.${state}`)}</dt>
                <dd>{counts[state]}</dd>
              </div>
            ))}
        </dl>
        {(counts.uncertain ?? 0) > 0 && <p>{t('delivery.uncertain-hint')}</p>}
      </section>
      <Deliveries deliveries={deliveries} />
      <p className={classes.actions}>
        {page > 1 && <Link to={`?page=${page - 1}`}>{t('newsletter.previous')}</Link>}
        {page * perPage < all && <Link to={`?page=${page + 1}`}>{t('newsletter.next')}</Link>}
      </p>
    </>
  );
}

function Deliveries({ deliveries }: Pick<SendingStateProps, 'deliveries'>) {
  const t = useTranslate();
  const language = useLanguage();
  if (deliveries.length === 0) return <EmptyState>{t('delivery.none')}</EmptyState>;
  return (
    <TableScroll label={t('delivery.title')}>
      <table className={`${classes.table} ${classes.stacked}`}>
        <caption className={own.caption}>{t('delivery.title')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('field.email')}</th>
            <th scope="col">{t('newsletter.state')}</th>
            <th scope="col">{t('newsletter.time')}</th>
            <th scope="col">{t('delivery.reply')}</th>
          </tr>
        </thead>
        <tbody>
          {deliveries.map((one) => (
            <tr key={one.id}>
              <td>{one.email}</td>
              <td data-label={t('newsletter.state')}>
                {t(`delivery.${one.state}`)}
                {(one.state === 'uncertain' || one.state === 'refused') && (
                  <Form method="post">
                    <input type="hidden" name="delivery" value={one.id} />
                    <Button name="intent" value="again">
                      {t('delivery.again')}
                    </Button>
                  </Form>
                )}
              </td>
              <td data-label={t('newsletter.time')}>
                {one.settledAt && formatInstant(one.settledAt, language, siteZone)}
              </td>
              <td data-label={t('delivery.reply')}>{one.reply}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroll>
  );
}
