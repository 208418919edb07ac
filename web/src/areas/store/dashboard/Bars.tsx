import { Link } from 'react-router';
import classes from './dashboard.module.css';

/** Line of a bar list. */
export interface BarLine {
  to: string;
  label: string;
  value: number;
  text: string;
}

/** Values compared by bars; each leads to its list. */
export function Bars({ lines }: { lines: BarLine[] }) {
  const max = Math.max(1, ...lines.map(({ value }) => value));
  return (
    <ul className={classes['bars']}>
      {lines.map(({ to, label, value, text }) => (
        <li key={to}>
          <Link to={to} className={classes['bar']}>
            <span>{label}</span>
            <span className="figures">{text}</span>
            <span className={classes['track']} aria-hidden>
              <span style={{ width: `${(value / max) * 100}%` }} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
