import { ActionIcon, Group, Image, Popover, Text, UnstyledButton } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { imageUrlFor } from '../../../../lib/image-url.ts';
import { useTexts } from '../../../../lib/texts.ts';
import { variantsWith, withVariants } from '../images-value.ts';
import type { ChangeValues } from './values.ts';

/** Images of a variant, chosen from those of the product. */
export function VariantImages({
  label,
  images,
  own = [],
  rowKey,
  change,
  readOnly,
}: {
  label: string;
  images: string[];
  own?: string[] | undefined;
  rowKey: string;
  change: ChangeValues;
  readOnly: boolean;
}) {
  const t = useTexts('products');
  const toggle = (url: string) =>
    change((now) => {
      const having = variantsWith(url, now);
      const next = having.includes(rowKey) ? having.filter((key) => key !== rowKey) : [...having, rowKey];
      return { ...now, ...withVariants(url, next)(now) };
    });
  const [first] = own;
  return (
    <Popover width={280} position="bottom-start" withArrow shadow="md" trapFocus>
      <Popover.Target>
        <ActionIcon variant="default" size={30} aria-label={label} disabled={readOnly}>
          {first === undefined ? (
            <IconPhoto size={16} />
          ) : (
            <Image
              src={imageUrlFor(first, 32)}
              alt=""
              w={28}
              h={28}
              fit="cover"
              referrerPolicy="no-referrer"
            />
          )}
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <Text size="sm" mb="xs">
          {t('variants.chooseImages')}
        </Text>
        <Group gap="xs">
          {images.map((url, at) => (
            <UnstyledButton
              key={url}
              aria-pressed={own.includes(url)}
              aria-label={t('images.position', { position: at + 1 })}
              onClick={() => toggle(url)}
              p={2}
              bd={
                own.includes(url) ? '2px solid var(--mantine-primary-color-filled)' : '2px solid transparent'
              }
            >
              <Image
                src={imageUrlFor(url, 64)}
                alt=""
                w={48}
                h={48}
                fit="cover"
                referrerPolicy="no-referrer"
              />
            </UnstyledButton>
          ))}
        </Group>
      </Popover.Dropdown>
    </Popover>
  );
}
