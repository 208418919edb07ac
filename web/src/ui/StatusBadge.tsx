import classes from './ui.module.css';

/** Meaning of a status; `plain` is a word without a badge. */
export type Tone = 'good' | 'busy' | 'warning' | 'bad' | 'quiet' | 'plain';

/** Status in a word, which conveys the tone without relying on color alone. */
export function StatusBadge({ tone, children }: { tone: Tone; children: string }) {
  return tone === 'plain' ? (
    <span className={classes['plain']}>{children}</span>
  ) : (
    <span className={`${classes['badge']} ${classes[tone]}`}>{children}</span>
  );
}

/** Tone of a status in a list: what is as it should be has no badge on every row. */
export const inList = (tone: Tone): Tone => (tone === 'good' || tone === 'quiet' ? 'plain' : tone);
