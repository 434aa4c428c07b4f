import { createContext, type HTMLAttributes, type ReactElement, useContext } from 'react';
import { type PackedRows, unpackRows } from '~/lib/packed-rows';
import { MadeElement } from './made-element';

type PieceList<Item extends object> = {
  /**
   * With an item and the language, all that the markup of a piece depends on: what is written in
   * it, and every right or setting that it shows. Two lists with the same name show the same items
   * alike, whoever reads them.
   */
  name: string;
  /** Plain data, as JSON knows it. */
  items: readonly Item[];
  /** What the items were unpacked from, all of them and in their order. */
  from: PackedRows;
  children: (item: Item) => ReactElement;
};

/** Gives the markup of all pieces, or null when they cannot be made apart from the page. */
export type MakePieces = <Item extends object>(list: PieceList<Item>) => string | null;

const PieceMakerContext = createContext<MakePieces | null>(null);
export const PieceMakerProvider = PieceMakerContext.Provider;

type MadeListProps<Item extends object> = Omit<PieceList<Item>, 'items'> &
  Omit<HTMLAttributes<HTMLElement>, 'children'> & {
    as: 'ol' | 'ul' | 'tbody';
    start?: number | undefined;
    /** Said instead when there is none. */
    empty?: string;
  };

/**
 * A long list. In the browser its pieces are elements; on the server, where the same piece is shown
 * again and again, each is made once and its markup remembered. React finds the same markup.
 */
export function MadeList<Item extends object>(props: MadeListProps<Item>) {
  const { as: Element, name, from, empty, children, ...attributes } = props;
  const make = useContext(PieceMakerContext);
  const items = unpackRows<Item>(from);
  if (empty !== undefined && items.length === 0) return <p>{empty}</p>;
  const html = make?.({ name, items, from, children });
  if (html) return <MadeElement as={Element} {...attributes} html={html} />;
  return <Element {...attributes}>{items.map((item) => children(item))}</Element>;
}
