import { useLayoutEffect, useState } from 'react';
import { Combobox, Loader, Modal, Text, TextInput, useCombobox, VisuallyHidden } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconBox, IconLayoutDashboard, IconReceipt, IconSearch, IconUsers } from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import { SEARCH_WAIT_MS } from '../../lib/filter.ts';
import { useTexts } from '../../lib/texts.ts';
import classes from './search.module.css';
import { useResults, type FoundGroup } from './use-results.ts';

const ICONS = { pages: IconLayoutDashboard, products: IconBox, orders: IconReceipt, customers: IconUsers };
const MAX_LENGTH = 100;

/** Search of the whole store: products, orders, customers, and pages, by one text. */
export default function SearchDialog({ close }: { close: () => void }) {
  const t = useTexts('common');
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [debounced] = useDebouncedValue(text.trim(), SEARCH_WAIT_MS);
  const { groups, isWaiting: isReading } = useResults(debounced);
  const isWaiting = isReading || debounced !== text.trim();
  const [isEntered, setEntered] = useState(false);
  const combobox = useCombobox({ opened: true });
  const { selectFirstOption, clickSelectedOption } = combobox;
  // Enter opens the first result, also when it is pressed before the results are there.
  useLayoutEffect(() => {
    if (isWaiting) return;
    selectFirstOption();
    if (isEntered) clickSelectedOption();
  }, [isWaiting, isEntered, debounced, selectFirstOption, clickSelectedOption]);
  const count = groups.reduce((sum, { items }) => sum + items.length, 0);
  return (
    <Modal
      opened
      onClose={close}
      withCloseButton={false}
      size="lg"
      padding="sm"
      yOffset="10dvh"
      centered={false}
    >
      <Combobox
        store={combobox}
        onOptionSubmit={(to) => {
          close();
          void navigate(to);
        }}
      >
        <Combobox.EventsTarget withAriaAttributes withExpandedAttribute>
          <TextInput
            type="search"
            role="combobox"
            aria-expanded
            aria-controls={combobox.listId ?? undefined}
            // The first letter after the shortcut is text already.
            autoFocus
            data-autofocus
            size="md"
            aria-label={t('search.label')}
            placeholder={t('search.label')}
            value={text}
            maxLength={MAX_LENGTH}
            onChange={(event) => {
              setText(event.currentTarget.value);
              setEntered(false);
            }}
            onKeyDownCapture={(event) => {
              // The combobox keeps Escape, which closes its options, from the dialog.
              if (event.key === 'Escape') close();
              if (event.key === 'Enter' && isWaiting) {
                event.stopPropagation();
                setEntered(true);
              }
            }}
            leftSection={<IconSearch size={18} aria-hidden />}
            rightSection={isWaiting && text !== '' ? <Loader size="xs" aria-hidden /> : null}
          />
        </Combobox.EventsTarget>
        <VisuallyHidden role="status">{isWaiting ? '' : t('table.count', { count })}</VisuallyHidden>
        <Combobox.Options className={classes['results']} aria-label={t('search.label')}>
          {groups.map((group) => (
            <Group key={group.kind} group={group} />
          ))}
        </Combobox.Options>
        {count === 0 && !isWaiting ? (
          <Text size="sm" c="dimmed" p="sm">
            {t('search.none', { text })}
          </Text>
        ) : null}
      </Combobox>
    </Modal>
  );
}

function Group({ group: { kind, items, all } }: { group: FoundGroup }) {
  const t = useTexts('common');
  const Icon = ICONS[kind];
  return (
    <Combobox.Group label={t(`search.groups.${kind}`)}>
      {items.map(({ to, text, about }) => (
        <Combobox.Option key={to} value={to} className={classes['option']}>
          <Icon size={18} stroke={1.6} aria-hidden />
          <span className={classes['text']}>{text}</span>
          {about ? <span className={classes['about']}>{about}</span> : null}
        </Combobox.Option>
      ))}
      {all === undefined ? null : (
        <Combobox.Option value={all} className={classes['option']}>
          <span className={classes['about']}>{t(`search.all.${kind}`)}</span>
        </Combobox.Option>
      )}
    </Combobox.Group>
  );
}
