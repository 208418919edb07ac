import { VisuallyHidden } from '@mantine/core';
import { moveBetweenCells } from '../../../../lib/grid-keys.ts';
import { useTexts } from '../../../../lib/texts.ts';
import { NO_AMOUNTS, OWN, stockKey } from './amounts.ts';
import { AllVariantsLine } from './AllVariantsLine.tsx';
import { duplicatesOf } from './options.ts';
import type { ShopName } from './StockFields.tsx';
import type { ChangeValues, ProductValues } from './values.ts';
import { VariantLine } from './VariantLine.tsx';
import classes from './editor.module.css';

/** Permissions of the person in the grid. */
export interface GridAccess {
  product: boolean;
  prices: boolean;
  stock: boolean;
  /** May see costs. */
  costs: boolean;
}

/** Editable variants of a product, a row each, and a first row that fills all of them. */
export default function VariantsGrid({
  values,
  change,
  shops,
  priced,
  counted,
  access,
}: {
  values: ProductValues;
  change: ChangeValues;
  shops: ShopName[];
  /** Keys of the variants that have a price, which cannot be removed. */
  priced: ReadonlySet<string>;
  /** Keys of the saved counts. */
  counted: ReadonlySet<string>;
  access: GridAccess;
}) {
  const t = useTexts('products');
  const { axes, rows, amounts, images, variantImages, stock } = values;
  const duplicates = duplicatesOf(rows);
  const hasImages = images.length > 0;
  return (
    <div className={classes['grid']}>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of its fields bubble up */}
      <table aria-label={t('tab.variants')} onKeyDown={moveBetweenCells}>
        <thead>
          <tr>
            {hasImages ? <Heading hidden>{t('images.title')}</Heading> : null}
            {axes.map((axis, at) => (
              <Heading key={at}>{axis}</Heading>
            ))}
            <Heading>{t('field.price')}</Heading>
            <Heading>{t('field.compareAt')}</Heading>
            {access.costs ? (
              <>
                <Heading>{t('field.cost')}</Heading>
                <Heading>{t('field.margin')}</Heading>
              </>
            ) : null}
            {shops.map(({ id, name }) => (
              <Heading key={id}>{t('variants.stockAt', { shop: name })}</Heading>
            ))}
            <Heading>{t('field.sku')}</Heading>
            <Heading>{t('field.barcode')}</Heading>
            <Heading>{t('variants.active')}</Heading>
            {access.product ? <Heading hidden>{t('variants.remove')}</Heading> : null}
          </tr>
        </thead>
        <tbody>
          {rows.length > 1 ? <AllVariantsLine {...{ values, change, shops, counted, access }} /> : null}
          {rows.map((row, at) => (
            <VariantLine
              key={row.key}
              row={row}
              at={at}
              axes={axes}
              amounts={amounts[row.key] ?? NO_AMOUNTS}
              ownCost={amounts[OWN]?.costCentavos ?? null}
              hasPrice={priced.has(row.key)}
              counts={shops.map(({ id }) => stock[stockKey(id, row.key)] ?? null)}
              hadCounts={shops.map(({ id }) => counted.has(stockKey(id, row.key)))}
              shops={shops}
              images={images}
              ownImages={variantImages[row.key]}
              sameAs={duplicates.get(at)}
              access={access}
              change={change}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Heading({ children, hidden = false }: { children: string; hidden?: boolean }) {
  return <th scope="col">{hidden ? <VisuallyHidden>{children}</VisuallyHidden> : children}</th>;
}
