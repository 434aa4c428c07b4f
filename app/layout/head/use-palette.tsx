import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { useNavigate } from 'react-router';

type Palette = ComponentType<{ onClose: () => void }>;

/**
 * The command palette, opened by Ctrl+K or Cmd+K and loaded when it is first asked for.
 * @param isOffered for those who are signed in
 * @returns how to open it, and what shows it
 */
export function usePalette(isOffered: boolean): { open: () => void; palette: ReactNode } {
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const [Loaded, setLoaded] = useState<Palette | null>(null);
  const open = async () => {
    try {
      const { CommandPalette } = await import('~/features/search/palette/command-palette');
      setLoaded(() => CommandPalette);
      setOpen(true);
    } catch {
      // Without a connection, or after an update: the search does the same on a page.
      await navigate('/search');
    }
  };
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (!isShortcut(event) || isTakenElsewhere(event)) return;
    event.preventDefault();
    void open();
  });
  useEffect(() => {
    if (!isOffered) return undefined;
    const listen = (event: KeyboardEvent) => onKeyDown(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, [isOffered]);
  const palette = isOpen && Loaded ? <Loaded onClose={() => setOpen(false)} /> : null;
  return { open: () => void open(), palette };
}

const isShortcut = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) =>
  key.toLowerCase() === 'k' && ctrlKey !== metaKey && !altKey && !shiftKey;

/** In the editor of texts the keys make a link; an open dialog is brought to its end first. */
function isTakenElsewhere({ target, defaultPrevented }: KeyboardEvent): boolean {
  const isWriting = target instanceof HTMLElement && target.isContentEditable;
  return defaultPrevented || isWriting || document.querySelector('dialog[open]') !== null;
}
