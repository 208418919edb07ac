import type { KeyboardEvent } from 'react';

/** Keeps Enter in an input from submitting the form around it: a scanner types it after every code. */
export function keepEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault();
}
