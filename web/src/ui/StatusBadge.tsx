import classes from './ui.module.css';

/** What a status means for who reads it. */
export type Tone = 'good' | 'busy' | 'warning' | 'bad' | 'quiet';

/** A status in a word; its tone is told by the word too, never by the colour alone. */
export function StatusBadge({ tone, children }: { tone: Tone; children: string }) {
  return <span className={`${classes['badge']} ${classes[tone]}`}>{children}</span>;
}
