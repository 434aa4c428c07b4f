import { Button } from '@mantine/core';
import type { ReactNode } from 'react';

type SecondaryButtonProps = {
  children: ReactNode;
  onClick?: () => void;
  /** `submit` sends the form with this button's name and value. */
  type?: 'button' | 'submit';
  name?: string;
  value?: string;
  isDangerous?: boolean;
};

/** A button beside the one that matters most. */
export function SecondaryButton({ isDangerous, type = 'button', ...button }: SecondaryButtonProps) {
  return (
    <Button
      {...button}
      type={type}
      size="md"
      variant="default"
      data-kind={isDangerous ? 'dangerous' : 'secondary'}
    />
  );
}
