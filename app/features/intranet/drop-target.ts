import type { DragEvent } from 'react';
import { draggedIds, draggedKind } from './use-move';

/** Makes an element take resources of the library that are dropped on it. */
export function dropTarget(folder: string, onDrop: (ids: readonly string[], to: string) => void) {
  return {
    onDragOver: (event: DragEvent<HTMLElement>) => {
      if (!event.dataTransfer.types.includes(draggedKind)) return;
      event.preventDefault();
      event.currentTarget.dataset.over = 'yes';
    },
    onDragLeave: (event: DragEvent<HTMLElement>) => {
      delete event.currentTarget.dataset.over;
    },
    onDrop: (event: DragEvent<HTMLElement>) => {
      delete event.currentTarget.dataset.over;
      const ids = draggedIds(event.dataTransfer);
      if (ids.length === 0) return;
      event.preventDefault();
      onDrop(ids, folder);
    },
  };
}
