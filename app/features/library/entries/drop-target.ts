import type { DragEvent } from 'react';
import { draggedThings, draggedKind, type Moved } from './use-move';

/** Makes an element take resources of the library that are dropped on it. */
export function dropTarget(folder: string, onDrop: (moved: Moved, to: string) => void) {
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
      const moved = draggedThings(event.dataTransfer);
      if (moved.ids.length === 0) return;
      event.preventDefault();
      onDrop(moved, folder);
    },
  };
}
