import { Box, Center, Image } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { useState } from 'react';
import { imageUrlFor } from '../../../lib/image-url.ts';
import { initialsOf } from '../../../lib/initials.ts';
import classes from '../../../ui/ui.module.css';

/** Image of a product, or a placeholder when there is none or it fails to load. */
export function Thumbnail({
  url,
  name,
  size = 40,
}: {
  url: string | undefined;
  /** Name of the product: its initials are the placeholder. */
  name?: string;
  size?: number;
}) {
  const [broken, setBroken] = useState<string>();
  if (url === undefined || url === '' || url === broken)
    return (
      <Center w={size} h={size} fz={size * 0.34} className={classes['noImage']} aria-hidden>
        {name === undefined ? <IconPhoto size={size / 2} /> : initialsOf(name)}
      </Center>
    );
  return (
    <Image
      src={imageUrlFor(url, size)}
      alt=""
      w={size}
      h={size}
      radius={6}
      fit="cover"
      loading="lazy"
      referrerPolicy="no-referrer"
      style={{ flex: 'none' }}
      onError={() => setBroken(url)}
    />
  );
}

/** Image of a product in a row of a list; the place stays empty when there is none. */
export function ListImage({ url, size = 32 }: { url: string | undefined; size?: number }) {
  return url === undefined || url === '' ? (
    <Box w={size} flex="none" aria-hidden />
  ) : (
    <Thumbnail url={url} size={size} />
  );
}
