import { describe, expect, test } from 'vitest';
import { readCustomerFile, UnreadableFile } from '../src/areas/store/customers/customer-file.ts';

const read = (content: string | Uint8Array<ArrayBuffer>) => readCustomerFile(new Blob([content]));
const customersOf = async (content: string | Uint8Array<ArrayBuffer>) =>
  (await read(content)).rows.map(({ customer }) => customer);

describe('a file of customers', () => {
  test('columns are found by heading, whatever their order, language and delimiter', async () => {
    const file = await read(
      'Etiquetas;CORREO ELECTRONICO;Fax;Nombre;Teléfono;Calle;Altura;Localidad;Provincia;CP\r\n' +
        'vip, "feria, 2026";ana@example.com;1;Ana "La Ñata";\'+541155550001;Mitre;12;Rosario;Santa Fe;2000\r\n',
    );
    expect(file.ignored).toEqual(['Fax']);
    expect(file.rows).toMatchObject([
      {
        line: 2,
        customer: {
          name: 'Ana "La Ñata"',
          email: 'ana@example.com',
          phone: '+541155550001',
          tags: ['vip', 'feria, 2026'],
          address: {
            street: 'Mitre',
            streetNumber: '12',
            city: 'Rosario',
            state: 'Santa Fe',
            postalCode: '2000',
          },
        },
      },
    ]);
  });

  test("another shop's file: first and last name, and a street with its number", async () => {
    const [customer] = await customersOf(
      'First Name,Last Name,Email,Default Address Address1,Default Address City,Default Address Province Code,Default Address Zip\n' +
        'Ana,Gómez,ana@example.com,Av. Corrientes 1234,CABA,C,C1043\n',
    );
    expect(customer).toMatchObject({
      name: 'Ana Gómez',
      address: { street: 'Av. Corrientes', streetNumber: '1234', city: 'CABA' },
    });
  });

  test('rows without values are skipped, short rows are filled, and lines in cells stay', async () => {
    const customers = await customersOf(
      'name,email,address notes\n,,\n"Ana",a@b.com\nEva,e@b.com,"uno\ndos"\n',
    );
    expect(customers).toMatchObject([
      { name: 'Ana', email: 'a@b.com', address: null },
      { name: 'Eva', address: { notes: 'uno\ndos' } },
    ]);
  });

  test('a cell that is too long is a problem of its row', async () => {
    expect(await customersOf(`name,email\n${'x'.repeat(1_001)},a@b.com\nEva,e@b.com\n`)).toMatchObject([
      'long',
      { name: 'Eva' },
    ]);
  });

  test.each([
    ['vip\nferia, 2026', ['vip', 'feria', '2026']],
    ['uno, dos\ntres', ['uno', 'dos', 'tres']],
    ['"vip, feria', ['"vip', 'feria']],
  ])('tags on several lines or with an unclosed quote are read: %j', async (cell, tags) => {
    const quoted = cell.replaceAll('"', '""');
    expect(await customersOf(`email,tags\na@b.com,"${quoted}"\n`)).toMatchObject([{ tags }]);
  });

  test('invisible marks are removed, and other characters that the platform refuses are a problem of their row', async () => {
    expect(
      await customersOf(
        'name,phone,fax\nAna,\u202a+541155550001\u202c,\u0007\n\u200bEva\u2069,\ufeff2,\nBe\u0007to,3,\n',
      ),
    ).toMatchObject([{ name: 'Ana', phone: '+541155550001' }, { name: 'Eva', phone: '2' }, 'unreadable']);
  });

  test.each([
    ['UTF-8 with a byte order mark', Buffer.from('\uFEFFEmail,Nombre\na@b.com,Ñandú\n')],
    ['UTF-16', Buffer.from('\uFEFFEmail\tNombre\na@b.com\tÑandú\n', 'utf16le')],
    ['Latin-1', Buffer.from('Email,Nombre\na@b.com,Ñandú\n', 'latin1')],
  ])('%s is read', async (_name, bytes) => {
    expect(await customersOf(new Uint8Array(bytes))).toMatchObject([{ email: 'a@b.com', name: 'Ñandú' }]);
  });

  test.each([
    ['noColumns', 'name,dirección\nAna,Mitre 1\n'],
    ['noRows', 'name,email\n'],
    ['unreadable', 'name,email\n"Ana,a@b.com\n'],
    ['tooLong', `email\n${'a@b.com\n'.repeat(50_001)}`],
  ])('a file that cannot be imported: %s', async (key, content) => {
    await expect(read(content)).rejects.toMatchObject({ message: key });
    await expect(read(content)).rejects.toBeInstanceOf(UnreadableFile);
  });
});
