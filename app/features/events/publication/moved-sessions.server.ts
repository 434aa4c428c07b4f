import { Temporal } from 'temporal-polyfill';

type Span = { startsAt: string; endsAt: string };

/** An event as it was before it is saved. */
type Before = Span & {
  allDay: boolean;
  /** Nobody has seen a draft: when its registration opens is of the date, not of the past. */
  status: string;
  opensAt: string | null;
  closesAt: string | null;
  sessions: readonly (Span & { id: string })[];
};

/** The times of the form as far as they can be read. */
type Typed<Session> = {
  allDay: boolean;
  startsAt: string | undefined;
  endsAt: string | undefined;
  opensAt: string | null | undefined;
  closesAt: string | null | undefined;
  sessions: readonly Session[];
};
type TypedSession = {
  id?: string | undefined;
  startsAt: string | undefined;
  endsAt: string | undefined;
};

type MovedTimes<Session> = {
  sessions: Session[];
  opensAt: string | null | undefined;
  closesAt: string | null | undefined;
  /** How many sessions were moved. */
  moved: number;
  /** Whether the beginning or the end of the registration was moved. */
  areDatesMoved: boolean;
};

/** Forms write a T where the database writes a space. */
const minute = (wallTime: string) => wallTime.replace(' ', 'T').slice(0, 16);
const day = (wallTime: string) => wallTime.slice(0, 10);
const isSame = (one: string | null | undefined, other: string | null | undefined) =>
  Boolean(one && other && minute(one) === minute(other));

/**
 * Moves the sessions and the end of the registration, of a draft its beginning as well, as far as the
 * beginning of their event was moved, on the clock of its zone: 10:00 stays 10:00 where summer time begins in between. That happens when
 * the event was moved as a whole, or a session would not lie within it any more; an event that only
 * becomes longer keeps its programme. A time that was changed in the form stays as it was typed.
 */
export function moveSessions<Session extends TypedSession>(
  before: Before,
  typed: Typed<Session>,
): MovedTimes<Session> {
  const { opensAt, closesAt } = typed;
  const rows = typed.sessions.map((session) => ({ session, kept: unchanged(before, session) }));
  const distance = movedBy(
    before,
    typed,
    rows.flatMap(({ kept }) => kept ?? []),
  );
  if (!distance) {
    return { sessions: [...typed.sessions], opensAt, closesAt, moved: 0, areDatesMoved: false };
  }
  const later = (wallTime: string) =>
    Temporal.PlainDateTime.from(minute(wallTime)).add(distance).toString();
  const isOpeningMoved = before.status === 'draft' && isSame(before.opensAt, opensAt);
  const isDeadlineMoved = isSame(before.closesAt, closesAt);
  return {
    sessions: rows.map(({ session, kept }) =>
      kept ? { ...session, startsAt: later(kept.startsAt), endsAt: later(kept.endsAt) } : session,
    ),
    opensAt: opensAt && isOpeningMoved ? later(opensAt) : opensAt,
    closesAt: closesAt && isDeadlineMoved ? later(closesAt) : closesAt,
    moved: rows.filter(({ kept }) => kept).length,
    areDatesMoved: isOpeningMoved || isDeadlineMoved,
  };
}

/** The session as it was, if its times were not changed in the form. */
function unchanged({ sessions }: Before, typed: TypedSession): Span | undefined {
  const kept = sessions.find(({ id }) => id === typed.id);
  const isKept = isSame(kept?.startsAt, typed.startsAt) && isSame(kept?.endsAt, typed.endsAt);
  return isKept ? kept : undefined;
}

/** How far the sessions go with their event; null: they stay. */
function movedBy(
  before: Before,
  { allDay, startsAt, endsAt }: Typed<unknown>,
  sessions: readonly Span[],
): Temporal.Duration | null {
  if (!startsAt || !endsAt) return null;
  // Whole days have no hours that could have changed.
  const precise = before.allDay || allDay ? day : minute;
  const local = (wallTime: string) => Temporal.PlainDateTime.from(precise(wallTime));
  const distance = local(before.startsAt).until(local(startsAt));
  if (distance.blank) return null;
  const isWhole = local(before.endsAt).add(distance).equals(local(endsAt));
  const isWithin = (session: Span, event: Span) =>
    precise(session.startsAt) >= precise(event.startsAt) &&
    precise(session.endsAt) <= precise(event.endsAt);
  const isLeftBehind = sessions.some(
    (session) => isWithin(session, before) && !isWithin(session, { startsAt, endsAt }),
  );
  return isWhole || isLeftBehind ? distance : null;
}
