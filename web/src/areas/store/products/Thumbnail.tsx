import { Center, Image } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { useState } from 'react';

/** An image of a product, or a mark in its place where there is none or it cannot be had. */
export function Thumbnail({ url, size = 40 }: { url: string | undefined; size?: number }) {
  const [broken, setBroken] = useState<string>();
  if (url === undefined || url === '' || url === broken)
    return (
      <Center
        w={size}
        h={size}
        bg="var(--page-background)"
        style={{ borderRadius: 6, flex: 'none' }}
        c="dimmed"
        aria-hidden
      >
        <IconPhoto size={size / 2} />
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
