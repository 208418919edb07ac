import { useEffect, useEffectEvent, useRef } from 'react';
import { ScanDetector } from './scan-detector.ts';

/**
 * Listens for scans wherever the focus is. Text that a scan typed into a field is removed again, and its Enter presses
 * no button.
 * @param onScan receives the code
 */
export function useScans(onScan: (code: string) => void): void {
  const detector = useRef(new ScanDetector());
  const before = useRef<{ field: HTMLInputElement; text: string } | null>(null);
  const scanned = useEffectEvent(onScan);
  useEffect(() => {
    const typed = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
      const { isFirst, code } = detector.current.read(event.key, event.timeStamp);
      const { target } = event;
      if (isFirst)
        before.current = target instanceof HTMLInputElement ? { field: target, text: target.value } : null;
      if (code === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      if (before.current !== null) restore(before.current);
      scanned(code);
    };
    document.addEventListener('keydown', typed, { capture: true });
    return () => document.removeEventListener('keydown', typed, { capture: true });
  }, []);
}

/** Restores the text of a field, as if it had been typed. */
function restore({ field, text }: { field: HTMLInputElement; text: string }): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
