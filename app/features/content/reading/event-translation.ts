export type EventSession = {
  /** Made once, so that translations stay with their session when it is moved or renamed. */
  id: string;
  startsAt: string;
  endsAt: string;
  title: string;
  room?: string;
  speakers: string[];
};

/** A question of the registration form. */
export type EventQuestion = {
  /** Made once, so that answers stay with their question when its words change. */
  id: string;
  label: string;
  kind: 'text' | 'choice' | 'yes-no';
  /** What can be chosen, for the kind `choice`. */
  options: string[];
  required: boolean;
};

/** The texts of a session in another language; an empty one falls back to the event's. */
export type TranslatedSession = { id: string; title: string; room: string };

/** A question in another language; each option names the event's option it translates. */
export type TranslatedQuestion = {
  id: string;
  label: string;
  options: { of: string; label: string }[];
};

/** The translated parts of an event besides its text. */
export type EventTranslation = {
  language: string;
  sessions: readonly TranslatedSession[];
  questions: readonly TranslatedQuestion[];
  feeText: string;
  photoPolicy: string;
  cancelledReason: string;
};

type OriginalTexts = {
  language: string;
  sessions: readonly EventSession[];
  questions: readonly EventQuestion[];
  feeText: string | null;
  photoPolicy: string | null;
  cancelledReason: string | null;
};

/** A session with the language of its title and of its room. */
export type LocalizedSession = EventSession & { language: string; roomLanguage: string };

/**
 * A question as it is asked in a language. The answer is the `value` of an option, which is the
 * event's own word for it, so that all answers to a question can be read together.
 */
export type LocalizedQuestion = Omit<EventQuestion, 'options'> & {
  language: string;
  options: { value: string; label: string }[];
};

/**
 * Programme, questions, fee and other texts in a translation where it has them, else in the event's
 * language; each text carries its language.
 * @param further null: everything in the event's language
 */
export function localizeEvent(own: OriginalTexts, further: EventTranslation | null) {
  const languageOf = (text: string | undefined) =>
    further && text ? further.language : own.language;
  return {
    // A text that the event lacks has no translation either.
    feeText: own.feeText && (further?.feeText || own.feeText),
    photoPolicy: own.photoPolicy && (further?.photoPolicy || own.photoPolicy),
    cancelledReason: own.cancelledReason && (further?.cancelledReason || own.cancelledReason),
    sessions: own.sessions.map((session) => localizeSession(session, own, further)),
    questions: own.questions.map((question) => localizeQuestion(question, own, further)),
    /** The languages of the single texts. */
    spoken: {
      feeText: languageOf(further?.feeText),
      photoPolicy: languageOf(further?.photoPolicy),
      cancelledReason: languageOf(further?.cancelledReason),
    },
  };
}
export type LocalizedEvent = ReturnType<typeof localizeEvent>;

function localizeSession(
  session: EventSession,
  own: OriginalTexts,
  further: EventTranslation | null,
): LocalizedSession {
  const words = further?.sessions.find(({ id }) => id === session.id);
  const languageOf = (text: string | undefined) =>
    further && text ? further.language : own.language;
  return {
    ...session,
    title: words?.title || session.title,
    language: languageOf(words?.title),
    // A room is translated only if the event names one.
    ...(session.room ? { room: words?.room || session.room } : {}),
    roomLanguage: languageOf(words?.room),
  };
}

function localizeQuestion(
  { options, ...question }: EventQuestion,
  own: OriginalTexts,
  further: EventTranslation | null,
): LocalizedQuestion {
  const words = further?.questions.find(({ id }) => id === question.id);
  const labelOf = (option: string) =>
    words?.options.find(({ of }) => of === option)?.label || option;
  return {
    ...question,
    label: words?.label || question.label,
    language: further && words?.label ? further.language : own.language,
    options: options.map((value) => ({ value, label: labelOf(value) })),
  };
}

/** A question and its stored answer, in the reader's language. */
export function localizeAnswer(
  questions: readonly LocalizedQuestion[],
  given: { id: string; question: string; answer: string },
): { question: string; answer: string; language: string | undefined } {
  const asked = questions.find(({ id }) => id === given.id);
  const option = asked?.options.find(({ value }) => value === given.answer);
  return {
    question: asked?.label ?? given.question,
    answer: option?.label ?? given.answer,
    language: asked?.language,
  };
}
