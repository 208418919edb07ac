import { useState } from 'react';
import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { dayAndTime } from '../../../lib/format.ts';
import { useTexts } from '../../../lib/texts.ts';
import { ConfirmButton } from '../../../ui/ConfirmButton.tsx';
import { Money } from '../../../ui/Money.tsx';
import { totalOf, type Cart, type CartAct, type CartOwner } from './cart.ts';
import { loadParked, MAX_PARKED, parkedSale, saveParked, type ParkedSale } from './parked.ts';
import classes from './pos.module.css';
import { useStoredList } from './use-stored-list.ts';

/** Parked sales of the shop: the button that parks the sale at hand, and the list to resume from. */
export function useParked(owner: CartOwner, cart: Cart, act: (act: CartAct) => void) {
  const t = useTexts('pos');
  const {
    list: all,
    change,
    reload,
  } = useStoredList(
    () => loadParked(owner),
    (sales) => saveParked(owner, sales),
  );
  const [dialog, setDialog] = useState<'name' | 'list' | null>(null);
  const close = () => setDialog(null);
  const isEmpty = cart.lines.length === 0;
  const isFull = all.length >= MAX_PARKED;
  const here = all.filter((sale) => sale.cart.shopId === cart.shopId);
  const resume = (sale: ParkedSale) => {
    const others = isEmpty ? [] : [parkedSale(cart.buyer?.name ?? sale.name, cart)];
    // Another tab may have resumed or deleted it.
    if (!loadParked(owner).some(({ id }) => id === sale.id)) reload();
    else if (change((sales) => [...sales.filter(({ id }) => id !== sale.id), ...others]))
      act({ kind: 'replace', cart: sale.cart });
    close();
  };
  return {
    isOpen: dialog !== null,
    /** Button beside the cart. */
    button: (
      <Button
        variant="subtle"
        color="gray"
        size="md"
        px="xs"
        disabled={isEmpty}
        onClick={() => setDialog('name')}
      >
        {t('cart.park')}
      </Button>
    ),
    /** Button that opens the list; null without parked sales. */
    open:
      here.length === 0 ? null : (
        <Button variant="default" size="md" onClick={() => setDialog('list')}>
          {t('parked.open', { count: here.length })}
        </Button>
      ),
    dialogs: (
      <>
        <Dialog title={t('parked.park')} opened={dialog === 'name'} onClose={close}>
          {isFull ? (
            <Text>{t('parked.full', { max: MAX_PARKED })}</Text>
          ) : (
            <NameForm
              initial={cart.buyer?.name ?? ''}
              onName={(name) => {
                if (!change((sales) => [...sales, parkedSale(name, cart)])) return;
                act({ kind: 'clear' });
                close();
              }}
            />
          )}
        </Dialog>
        <Dialog title={t('parked.title')} opened={dialog === 'list'} onClose={close}>
          <Stack>
            {isEmpty ? null : <Text>{t('parked.kept')}</Text>}
            <ul className={classes['choices']}>
              {here.map((sale) => (
                <ParkedRow
                  key={sale.id}
                  sale={sale}
                  onResume={() => resume(sale)}
                  onDelete={() => void change((sales) => sales.filter(({ id }) => id !== sale.id))}
                />
              ))}
            </ul>
          </Stack>
        </Dialog>
      </>
    ),
  };
}

function Dialog(props: { title: string; opened: boolean; onClose: () => void; children: React.ReactNode }) {
  const common = useTexts('common');
  return (
    <Modal
      {...props}
      size="lg"
      className={classes['touch']}
      closeButtonProps={{ 'aria-label': common('close'), size: 'lg' }}
    />
  );
}

function NameForm({ initial, onName }: { initial: string; onName: (name: string) => void }) {
  const t = useTexts('pos');
  const [name, setName] = useState(initial);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() !== '') onName(name.trim());
      }}
    >
      <Stack>
        <TextInput
          size="lg"
          label={t('parked.name')}
          placeholder={t('parked.nameHint')}
          value={name}
          maxLength={100}
          autoComplete="off"
          onChange={(event) => setName(event.currentTarget.value)}
          data-autofocus
        />
        <Button type="submit" size="lg" disabled={name.trim() === ''}>
          {t('parked.park')}
        </Button>
      </Stack>
    </form>
  );
}

function ParkedRow({
  sale,
  onResume,
  onDelete,
}: {
  sale: ParkedSale;
  onResume: () => void;
  onDelete: () => void;
}) {
  const t = useTexts('pos');
  const { name, at, cart } = sale;
  return (
    <li className={classes['parked']}>
      <div>
        <Text fw={600}>{name}</Text>
        <Text size="sm" c="dimmed">
          {dayAndTime(at)} · <Money centavos={totalOf(cart)} />
        </Text>
      </div>
      <Group gap="xs" wrap="nowrap">
        <ConfirmButton
          size="md"
          label={t('parked.delete')}
          title={t('parked.delete')}
          about={t('parked.deleteAsk', { name })}
          act={{ mutateAsync: () => Promise.resolve(onDelete()), isPending: false, error: null }}
        />
        <Button size="md" onClick={onResume}>
          {t('parked.resume')}
        </Button>
      </Group>
    </li>
  );
}
