import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { preview, problemsOf, importFile, productsBySlug } from './import.ts';
import { Amounts } from './prices-stand-in.ts';
import { contextOf, newStore, refusal, startService, type TestService } from './service.ts';

let service: TestService;
beforeAll(async () => {
  const amounts = new Amounts();
  service = await startService(amounts);
  amounts.catalog = service.client;
});
afterAll(() => service.close());

async function tried(
  file: string | Buffer,
): Promise<{ state: string; fit: number; problems: string[]; failure: string }> {
  const store = newStore();
  const { id, state, toCreate: fit, failure } = await preview(service, store, file);
  return { state, fit, failure, problems: await problemsOf(service, store, id) };
}

const variants = (count: number) =>
  Array.from({ length: count }, (_, n) => `p,${n === 0 ? 'P' : ''},${n === 0 ? 'Talle' : ''},T${n}`).join(
    '\n',
  );

test.each<[string, string, string[]]>([
  ['a negative price', 'Handle,Title,Variant Price\na,A,-5\nb,B,5\n', ['2 error amount_negative']],
  ['a price that is none', 'Handle,Title,Variant Price\na,A,gratis\n', ['2 error amount_invalid']],
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
  ['a handle that comes again later', 'Handle,Title\na,A\nb,B\na,A\n', ['4 error handle_twice']],
  ['rows without handle and title', 'Handle,Title,Type\n,,Remeras\n', ['2 error handle_missing']],
  ['two titles of one handle', 'Handle,Title\na,A\na,Otro\n', ['3 error title_differs']],
  [
    '251 variants',
    `Handle,Title,Option1 Name,Option1 Value\n${variants(251)}\n`,
    ['252 error variants_too_many'],
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
  ['a status that is none', 'Handle,Title,Status\na,A,vivo\n', ['2 error word_unknown']],
  ['published that is neither', 'Handle,Title,Published\na,A,quizás\n', ['2 error yes_or_no']],
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
    'a struck-through price without variants',
    'Handle,Title,Variant Compare At Price\na,A,9\n',
    ['2 warning compare_at_unused'],
  ],
  [
    'a line break within quotes before it',
    'Handle,Title,Body (HTML),Variant Price\na,A,"x\ny",1\nb,B,,-1\n',
    ['4 error amount_negative'],
  ],
])('%s is told by its line', async (_what, file, problems) => {
  const result = await tried(file);
  expect(result.state).toBe('preview');
  expect(result.problems).toEqual(problems);
});

test.each<[string, string, string, RegExp]>([
  [
    'a quotation mark that is not closed',
    'Handle,Title\na,A\nb,"B\nc,C\n',
    '3 error csv_quote_not_closed',
    /^Line 3:/,
  ],
  [
    'text after a closing quotation mark',
    'Handle,Title\na,"A"x\n',
    '2 error csv_invalid_closing_quote',
    /^Line 2:/,
  ],
  [
    'a quotation mark within a cell',
    'Handle,Title\na,15" pantalla\n',
    '2 error invalid_opening_quote',
    /^Line 2:/,
  ],
  [
    'a row of more than a million bytes',
    `Handle,Title\na,A\nb,${'x'.repeat(1_100_000)}\n`,
    '3 error csv_max_record_size',
    /^Line 3:/,
  ],
  ['two columns for the same', 'Handle,Title,SKU,Variant SKU\n', '1 error heading_twice', /^Line 1:/],
  ['other headings', 'nombre,precio\nA,1\n', '1 error headings_missing', /^Line 1/],
  ['nothing', '\n\n', '0 error file_empty', /empty/],
  [
    'an image in the place of a file',
    '\u0089PNG\r\n\u001a\n\u0000\u0000',
    '1 error headings_missing',
    /^Line 1/,
  ],
])('%s makes a file that is refused as a whole, by its line', async (_what, file, problem, failure) => {
  const result = await tried(file);
  expect(result).toMatchObject({ state: 'failed', fit: 0, problems: [problem] });
  expect(result.failure).toMatch(failure);
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
  ['old lines', 'Handle,Title\ra,Remera\r', 'Remera'],
  ['no handle but a title', 'Title\nRemera azul\n', 'Remera azul'],
  ['names that begin like formulas', "Handle,Title\na,'=1+1\n", '=1+1'],
])('%s: read as they are meant', async (_what, file, name) => {
  const store = newStore();
  expect(await importFile(service, store, file)).toMatchObject({
    state: 'done',
    created: 1,
    problems: expect.any(Number),
  });
  expect([...(await productsBySlug(service, store)).values()].map((product) => product.name)).toEqual([name]);
});

test('hostile texts are kept as texts', async () => {
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
  const start = (file: Buffer, fileName: string) =>
    service.client.startImport(contextOf(newStore()), { file, fileName });
  expect(await refusal(start(Buffer.alloc(0), 'a.csv'))).toEqual(['invalid_value file']);
  expect(await refusal(start(Buffer.alloc(20 * 1024 * 1024 + 1, 65), ' '))).toEqual([
    'invalid_value file_name',
    'invalid_value file',
  ]);
});
