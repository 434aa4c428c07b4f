import { FieldFrame, type FieldProps } from './fields';
import classes from './fields.module.css';

/** In bytes; the rest of a form has to go with it within the 25 MiB that the server reads. */
export const largestFile = 25_000_000;

type FileFieldProps = Pick<FieldProps, 'name' | 'label' | 'hint' | 'error' | 'required'> & {
  /** As the attribute of HTML. */
  accept: string;
  multiple?: boolean;
  /** What all its files together may have, in bytes, where the address takes less than others. */
  largest?: number;
};

/** A file, in a form with `useNeededFields`, which says before it is sent that it is too large. */
export function FileField({ label, hint, error, largest = largestFile, ...field }: FileFieldProps) {
  return (
    <FieldFrame {...{ label, hint, error }}>
      {(input) => (
        <input type="file" className={classes.box} data-largest={largest} {...field} {...input} />
      )}
    </FieldFrame>
  );
}
