import classes from './ui.module.css';

/** Checkbox of a row of a list: a plain one, because a list has many. */
export function RowCheckbox({
  label,
  checked,
  onChange,
}: {
  /** Accessible name. */
  label: string;
  checked: boolean;
  onChange: () => void;
}) {
  return (
    <input
      type="checkbox"
      className={classes['rowCheckbox']}
      aria-label={label}
      checked={checked}
      onChange={onChange}
    />
  );
}
