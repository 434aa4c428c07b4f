import { useId, useState } from 'react';
import { useFetcher } from 'react-router';
import { useTranslate } from '~/i18n/translation-context';
import { Button } from '~/ui/button';
import fields from '~/ui/fields/fields.module.css';

type MentionFieldProps = {
  /** Where it is written: only members who may read there are found. */
  place: { topic: string } | { category: string };
  onChoose: (name: string) => void;
};

/** Finds a member by name and puts `@Name` where one is writing; typing it there works as well. */
export function MentionField({ place, onChoose }: MentionFieldProps) {
  const t = useTranslate();
  const id = useId();
  const fetcher = useFetcher<string[]>();
  const [typed, setTyped] = useState('');
  const [hasMissed, setMissed] = useState(false);
  const names = fetcher.data ?? [];
  const choose = () => {
    const name = chosenName(names, typed);
    setMissed(name === undefined);
    if (name === undefined) return;
    onChoose(name);
    setTyped('');
  };
  return (
    <div className={`${fields.row} ${fields.scripted}`}>
      <div className={fields.field}>
        <label htmlFor={id} className={fields.label}>
          {t('forum.mention')}
        </label>
        <input
          id={id}
          type="text"
          className={fields.box}
          value={typed}
          list={`${id}-names`}
          autoComplete="off"
          onInput={(event) => event.stopPropagation()}
          onChange={(event) => {
            const { value } = event.target;
            setTyped(value);
            setMissed(false);
            if (value.trim().length >= 2) {
              void fetcher.load(`/forum/members?${new URLSearchParams({ q: value, ...place })}`);
            }
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            choose();
          }}
        />
        <datalist id={`${id}-names`}>
          {names.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </datalist>
      </div>
      <Button onClick={choose}>{t('forum.mention-insert')}</Button>
      <p className={fields.hint} role="status">
        {hasMissed && t('forum.mention-choose')}
      </p>
    </div>
  );
}

/** The name that was typed, however it was spelt, or the only one there is to choose. */
export function chosenName(names: readonly string[], typed: string): string | undefined {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const fitting = names.filter((name) => words.every((word) => name.toLowerCase().includes(word)));
  const exact = fitting.find((name) => name.toLowerCase() === words.join(' '));
  return exact ?? (fitting.length === 1 ? fitting[0] : undefined);
}
