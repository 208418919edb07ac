import { afterAll, beforeAll, expect, test } from 'vitest';
import { ImportState } from '@commerce/proto/commerce/catalog/v1/values.ts';
import { preview, problemsOf, importFile, productsBySlug, upload } from './support/import.ts';
import { startWithAmounts } from './support/prices-stand-in.ts';
import { contextOf, newStore, refusal, type TestService } from './support/service.ts';

let service: TestService;
beforeAll(async () => {
  ({ service } = await startWithAmounts());
});
afterAll(() => service.close());

async function tried(file: string | Buffer): Promise<{ state: string; fit: number; problems: string[] }> {
  const store = newStore();
  const { id, state, toCreate: fit } = await preview(service, store, file);
  return { state, fit, problems: await problemsOf(service, store, id) };
}

const variants = (count: number) =>
  Array.from({ length: count }, (_, n) => `p,${n === 0 ? 'P' : ''},${n === 0 ? 'Talle' : ''},T${n}`).join(
    '\n',
  );

test.each<[string, string, string[]]>([
  ['a negative price', 'Handle,Title,Variant Price\na,A,-5\nb,B,5\n', ['2 error amount_negative']],
  ['a price that is not a number', 'Handle,Title,Variant Price\na,A,gratis\n', ['2 error amount_invalid']],
  ['a price with too many decimals', 'Handle,Title,Variant Price\na,A,1.234\n', ['2 error amount_decimals']],
  [
    'a price that is too large',
    'Handle,Title,Variant Price\na,A,9999999999999\n',
    ['2 error amount_too_large'],
  ],
  [
    'a negative quantity, which is only a warning',
    'Handle,Title,Variant Inventory Qty\na,A,-3\n',
    ['2 warning quantity_negative'],
  ],
  [
    'a quantity that is none',
    'Handle,Title,Variant Inventory Qty\na,A,muchas\n',
    ['2 error quantity_invalid'],
  ],
  ['a handle that occurs again later', 'Handle,Title\na,A\nb,B\na,A\n', ['4 error handle_twice']],
  ['rows without handle and title', 'Handle,Title,Type\n,,Remeras\n', ['2 error handle_missing']],
  ['a handle with two titles', 'Handle,Title\na,A\na,Otro\n', ['3 error title_differs']],
  [
    '251 variants',
    `Handle,Title,Option1 Name,Option1 Value\n${variants(251)}\n`,
    ['252 error variants_too_many'],
  ],
  [
    'more rows than variants and images',
    `Handle,Title\n${'h,t\n'.repeat(400)}b,B\n`,
    ['303 error rows_too_many'],
  ],
  [
    'rows with more text than a product has',
    `Handle,Title,Body (HTML)\n${`h,t,${'x'.repeat(90_000)}\n`.repeat(6)}b,B,\n`,
    ['7 error product_too_large'],
  ],
  [
    'a cell that is longer than any text',
    `Handle,Title,Tags\na,A,${'x'.repeat(100_001)}\n`,
    ['2 error cell_too_long'],
  ],
  [
    'a variant twice',
    'Handle,Title,Option1 Name,Option1 Value\na,A,Talle,S\na,,,S\n',
    ['3 error variant_twice'],
  ],
  [
    'a variant without options',
    'Handle,Title,Option1 Name,Option1 Value,Variant SKU\na,A,Talle,S,1\na,,,,2\n',
    ['3 error option_missing'],
  ],
  ['too many cells', 'Handle,Title\na,A,x\n', ['2 error cells_too_many']],
  ['an unknown status', 'Handle,Title,Status\na,A,vivo\n', ['2 error word_unknown']],
  [
    'a value of Published other than yes or no',
    'Handle,Title,Published\na,A,quizás\n',
    ['2 error yes_or_no'],
  ],
  [
    'an image that is no address',
    'Handle,Title,Image Src\na,A,javascript:alert(1)\n',
    ['2 warning image_invalid'],
  ],
  ['a product without a name', 'Handle,Title\na,\n', ['2 error name_refused']],
  ['a control character', 'Handle,Title\na,A\u0000B\n', ['2 error name_refused']],
  ['a name that is too long', `Handle,Title\na,${'x'.repeat(300)}\n`, ['2 error name_refused']],
  ['a tag that is too long', `Handle,Title,Tags\na,A,${'x'.repeat(65)}\n`, ['2 error tags_refused']],
  [
    'a description of 70,000 characters',
    `Handle,Title,Body (HTML)\na,A,${'x'.repeat(70_000)}\n`,
    ['2 error description_refused'],
  ],
  [
    'seven levels of categories',
    'Handle,Title,Product Category\na,A,1 > 2 > 3 > 4 > 5 > 6 > 7\n',
    ['2 error category_ids_refused'],
  ],
  [
    'a line break within quotes before it',
    'Handle,Title,Body (HTML),Variant Price\na,A,"x\ny",1\nb,B,,-1\n',
    ['4 error amount_negative'],
  ],
])('%s is reported with its line', async (_case, file, problems) => {
  const result = await tried(file);
  expect(result.state).toBe('preview');
  expect(result.problems).toEqual(problems);
});

test.each<[string, string, string]>([
  ['a quotation mark that is not closed', 'Handle,Title\na,A\nb,"B\nc,C\n', '3 error csv_quote_not_closed'],
  ['text after a closing quotation mark', 'Handle,Title\na,"A"x\n', '2 error csv_invalid_closing_quote'],
  ['a quotation mark within a cell', 'Handle,Title\na,15" pantalla\n', '2 error invalid_opening_quote'],
  ['more than 250,000 rows', `Handle,Title\n${'h,t\n'.repeat(250_000)}`, '250001 error too_many_rows'],
  ['more than 1,000 cells in a row', `Handle,Title\na,A${','.repeat(1_000)}\n`, '2 error too_many_columns'],
  [
    'more than 2,000 categories',
    `Handle,Title,Type\n${Array.from({ length: 2_001 }, (_, n) => `p${n},P,C${n}`).join('\n')}\n`,
    '2002 error too_many_labels',
  ],
  [
    'a row of more than a million bytes',
    `Handle,Title\na,A\nb,${'x'.repeat(1_100_000)}\n`,
    '3 error csv_max_record_size',
  ],
  ['two columns for one field', 'Handle,Title,SKU,Variant SKU\n', '1 error heading_twice'],
  ['unknown headings', 'nombre,precio\nA,1\n', '1 error headings_missing'],
  ['empty lines', '\n\n', '0 error file_empty'],
  ['an image instead of a file', '\u0089PNG\r\n\u001a\n\u0000\u0000', '1 error headings_missing'],
])('a file with %s is refused as a whole, with the line', async (_case, file, problem) => {
  const result = await tried(file);
  expect(result).toMatchObject({ state: 'failed', fit: 0, problems: [problem] });
});

const SPANISH = 'Handle,Title,Tags\nnandu,Ñandú “à” €,año\n';
const commaless = 'Handle;Title;Variant Price\na;Remera, azul;1500,50\n';
test.each<[string, string | Buffer, string]>([
  ['UTF-8 with a byte order mark', `\uFEFF${SPANISH}`, 'Ñandú “à” €'],
  ['UTF-16, little-endian', Buffer.from(`\uFEFF${SPANISH}`, 'utf16le'), 'Ñandú “à” €'],
  ['UTF-16, big-endian', Buffer.from(`\uFEFF${SPANISH}`, 'utf16le').swap16(), 'Ñandú “à” €'],
  ['UTF-16 without a mark', Buffer.from(SPANISH, 'utf16le'), 'Ñandú “à” €'],
  ['Latin-1', Buffer.from('Handle,Title\nnandu,Ñandú ¿sí?\n', 'latin1'), 'Ñandú ¿sí?'],
  ['semicolons', commaless, 'Remera, azul'],
  ['tabs', commaless.replaceAll(';', '\t'), 'Remera, azul'],
  [
    'headings of today',
    'Title,URL handle,Product image URL,Price,Compare-at price,Published on online store\nRemera,r,https://i.example/a.jpg,10,,TRUE\n',
    'Remera',
  ],
  ['CR line breaks', 'Handle,Title\ra,Remera\r', 'Remera'],
  ['no handle but a title', 'Title\nRemera azul\n', 'Remera azul'],
  ['names that start like formulas', "Handle,Title\na,'=1+1\n", '=1+1'],
])('a file with %s is read correctly', async (_case, file, name) => {
  const store = newStore();
  expect(await importFile(service, store, file)).toMatchObject({
    state: 'done',
    created: 1,
    problems: expect.any(Number),
  });
  expect([...(await productsBySlug(service, store)).values()].map((product) => product.name)).toEqual([name]);
});

test('hostile strings are stored as they are', async () => {
  const store = newStore();
  const html = `<img src=x onerror=alert(1)>'; drop table product; --`;
  await importFile(
    service,
    store,
    `Handle,Title,Body (HTML),Tags,Vendor\na,"${html}","${html}",,"${html}"\n`,
  );
  expect((await productsBySlug(service, store)).get('a')).toMatchObject({ name: html, description: html });
});

test('a file that is empty, too large or has no name is refused', async () => {
  const store = newStore();
  const nameless = service.client.startImport(contextOf(store), { fileName: ' ' });
  expect(await refusal(nameless)).toEqual(['invalid_value file_name']);
  expect(await refusal(upload(service.client, store, Buffer.alloc(0)))).toEqual(['invalid_value file']);
  const tooLarge = Buffer.alloc(20 * 1024 * 1024 + 1, 65);
  expect(await refusal(upload(service.client, store, tooLarge))).toEqual(['invalid_value file']);
  const page = { limit: 10, pageToken: Buffer.alloc(0) };
  expect((await service.client.listImports(contextOf(store), page)).imports).toEqual([]);
});

test('a part of a file that is uploaded twice counts once, and parts for another store’s import are refused', async () => {
  const store = newStore();
  const { importId } = await service.client.startImport(contextOf(store), { fileName: 'a.csv' });
  const send = (number: number, text: string, of = store) =>
    service.client.addImportPart(contextOf(of), {
      importId,
      number,
      data: Buffer.from(text),
      isLast: number === 1,
    });
  await send(0, 'Handle,Ti');
  await send(0, 'Handle,Ti');
  expect(await refusal(send(1, 'tle\na,A\n', newStore()))).toEqual(['not_found']);
  await send(1, 'tle\na,A\n');
  await send(1, 'tle\nb,B\n');
  await service.jobs.worker().run();
  const { import: read } = await service.client.getImport(contextOf(store), { importId });
  expect(read).toMatchObject({ state: ImportState.PREVIEW, products: 1, toCreate: 1 });
});
