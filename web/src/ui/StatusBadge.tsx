import classes from './ui.module.css';

/** Meaning of a status. */
export type Tone = 'good' | 'busy' | 'warning' | 'bad' | 'quiet';

/** Status in a word, which conveys the tone without relying on color alone. */
export function StatusBadge({ tone, children }: { tone: Tone; children: string }) {
  return <span className={`${classes['badge']} ${classes[tone]}`}>{children}</span>;
}
