import { useState } from 'react';
import type { FoundProduct } from '@commerce/console-api/routes/pos.ts';
import { initialsOf } from '../../../lib/initials.ts';
import { useTexts } from '../../../lib/texts.ts';
import { Price } from '../../../ui/Price.tsx';
import classes from './pos.module.css';
import { imageUrlFor } from '../../../lib/image-url.ts';

/** Product tile. */
export function Tile({ product, onClick }: { product: FoundProduct; onClick: () => void }) {
  const t = useTexts('pos');
  const { name, image, priceCentavos, variants } = product;
  const [isBroken, setBroken] = useState(false);
  return (
    <button type="button" className={classes['tile']} onClick={onClick}>
      <span className={classes['picture']} aria-hidden>
        {image === null || isBroken ? (
          initialsOf(name)
        ) : (
          <img src={imageUrlFor(image, 320)} alt="" loading="lazy" onError={() => setBroken(true)} />
        )}
      </span>
      <span className={classes['tileName']}>{name}</span>
      <span className={classes['tilePrice']}>
        {variants > 0 ? t('find.variants', { count: variants }) : <Price centavos={priceCentavos} />}
      </span>
    </button>
  );
}
