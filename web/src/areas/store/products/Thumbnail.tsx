import { Center, Image } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { useState } from 'react';
import { initialsOf } from '../../../lib/initials.ts';
import classes from '../../../ui/ui.module.css';

/** An image of a product, or a mark in its place where there is none or it cannot be had. */
export function Thumbnail({
  url,
  name,
  size = 40,
}: {
  url: string | undefined;
  /** Of what is shown: its initials are the mark. */
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
      src={url}
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
