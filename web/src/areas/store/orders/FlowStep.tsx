import { useState, type DragEvent } from 'react';
import { ActionIcon, Text, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconGripVertical, IconLock, IconTrash } from '@tabler/icons-react';
import { useTexts } from '../../../lib/texts.ts';
import classes from './orders.module.css';

/** Custom step of the store while it is edited. */
export interface EditedStep {
  /** Stable while the step is moved and renamed. */
  key: string;
  /** Null for a new one, which is named after its label. */
  status: string | null;
  label: string;
}

const TYPE = 'application/x-step';

/** Step that can be renamed, moved (by its buttons, or by dragging its handle) and removed. */
export function FlowStep({
  step,
  index,
  isFirst,
  isLast,
  onRename,
  onMove,
  onRemove,
}: {
  step: EditedStep;
  index: number;
  isFirst: boolean;
  isLast: boolean;
  onRename: (label: string) => void;
  onMove: (from: number, to: number) => void;
  onRemove: () => void;
}) {
  const t = useTexts('orders');
  const [over, setOver] = useState(false);
  const { label } = step;
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    onMove(Number(event.dataTransfer.getData(TYPE)), index);
  };
  const accept = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes(TYPE)) return;
    event.preventDefault();
    setOver(true);
  };
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dragging is an alternative to the buttons
    <li
      className={classes['step']}
      data-over={over}
      onDragOver={accept}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <span
        className={classes['handle']}
        draggable
        onDragStart={(event) => event.dataTransfer.setData(TYPE, String(index))}
        aria-hidden
      >
        <IconGripVertical size={18} />
      </span>
      <TextInput
        aria-label={t('flow.label', { position: index + 1 })}
        placeholder={t('flow.placeholder')}
        value={label}
        maxLength={100}
        autoFocus={step.status === null && label === ''}
        onChange={(event) => onRename(event.currentTarget.value)}
        flex={1}
      />
      <ActionIcon
        variant="subtle"
        disabled={isFirst}
        aria-label={t('flow.up', { label })}
        onClick={() => onMove(index, index - 1)}
      >
        <IconArrowUp size={18} />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        disabled={isLast}
        aria-label={t('flow.down', { label })}
        onClick={() => onMove(index, index + 1)}
      >
        <IconArrowDown size={18} />
      </ActionIcon>
      <ActionIcon variant="subtle" color="red" aria-label={t('flow.remove', { label })} onClick={onRemove}>
        <IconTrash size={18} />
      </ActionIcon>
    </li>
  );
}

/** Step of every flow, not editable. */
export function FixedStep({ label, isEnd = false }: { label: string; isEnd?: boolean }) {
  const t = useTexts('orders');
  return (
    <li className={classes['step']}>
      <span className={classes['handle']} aria-hidden>
        <IconLock size={16} />
      </span>
      <Text size="sm" fw={500} flex={1}>
        {label}
      </Text>
      <Text size="xs" c="dimmed">
        {isEnd ? t('flow.badEnd') : t('flow.fixed')}
      </Text>
    </li>
  );
}
