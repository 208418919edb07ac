import { describe, expect, test } from 'vitest';
import { checkPublicUrl, MAX_URL_LENGTH, type UrlPolicy } from '../src/outbound/public-url.ts';
import { addressRanges, isPublicAddress } from '../src/outbound/public-address.ts';

const production: UrlPolicy = { allowHttp: false, allowed: undefined };
const local: UrlPolicy = { allowHttp: true, allowed: addressRanges(['127.0.0.0/8', '::1/128']) };

const longest = `https://example.com/${'a'.repeat(MAX_URL_LENGTH - 20)}`;

describe('accepted URLs', () => {
  test.each([
    ['https://example.com', 'https://example.com/'],
    ['https://example.com:443/a', 'https://example.com/a'],
    ['HTTPS://Example.COM:8443/A?b=c%20d', 'https://example.com:8443/A?b=c%20d'],
    ['https://example.com:1024/', 'https://example.com:1024/'],
    ['https://example.com:65535/', 'https://example.com:65535/'],
    ['https://ñandú.com.ar/', 'https://xn--and-6ma2c.com.ar/'],
    ['https://1.1.1.1/', 'https://1.1.1.1/'],
    ['https://[2606:4700:4700::1111]/', 'https://[2606:4700:4700::1111]/'],
    ['https://localhost.example.com/', 'https://localhost.example.com/'],
    [longest, longest],
  ])('%s is accepted', (given, url) => {
    expect(checkPublicUrl(given, production)).toEqual({ url });
  });

  test.each([
    'http://127.0.0.1:4400/webhooks',
    'http://localhost:4400/',
    'https://receiver:8443/',
    'http://[::1]:4400/',
  ])('%s is accepted by the policy of the local stack only', (url) => {
    expect(checkPublicUrl(url, local)).toEqual({ url });
    expect(checkPublicUrl(url, production)).toHaveProperty('problems');
  });
});

describe('refused URLs', () => {
  test.each([
    '',
    'example.com',
    '/hooks',
    '//example.com/',
    'https:example.com',
    'https:\\\\example.com',
    'https:///example.com\\@evil.com',
    'https://',
    'https://exa mple.com/',
    ' https://example.com/',
    'https://example.com/\n',
    'https://exam\tple.com/',
    'https://example.com/\u0000',
    'https://example.com:65536/',
    `${longest}a`,
    'http://example.com/',
    'ftp://example.com/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'wss://example.com/',
    'https://user@example.com/',
    'https://user:pass@example.com/',
    'https://:pass@example.com/',
    'https://example.com/#part',
    'https://example.com:0/',
    'https://example.com:22/',
    'https://example.com:80/',
    'https://example.com:1023/',
    'https://localhost/',
    'https://localhost./',
    'https://LOCALHOST/',
    'https://app.localhost/',
    'https://intranet/',
    'https://printer.local/',
    'https://metadata.google.internal/',
    'https://router.home.arpa/',
    'https://127.0.0.1/',
    'https://127.1/',
    'https://2130706433/',
    'https://0x7f000001/',
    'https://0177.0.0.1/',
    'https://127.0.0.1./',
    'https://0.0.0.0/',
    'https://169.254.169.254/',
    'https://[::1]/',
    'https://[::]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:7f00:1]/',
    'https://[64:ff9b::10.0.0.1]/',
    'https://[fe80::1%25eth0]/',
    'https://１２７.０.０.１/',
  ])('%j is refused', (url) => {
    expect(checkPublicUrl(url, production)).toHaveProperty('problems');
  });

  test.each([
    'http://example.com/',
    'http://10.0.0.1:4400/',
    'http://127.0.0.1:80/',
    'http://a:b@127.0.0.1:4400/',
  ])('%s is refused even by the policy of the local stack', (url) => {
    expect(checkPublicUrl(url, local)).toHaveProperty('problems');
  });
});

describe('addresses', () => {
  test.each([
    '1.1.1.1',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '223.255.255.255',
    '2606:4700:4700::1111',
    '::ffff:1.1.1.1',
    '64:ff9b::1.1.1.1',
    '64:ff9b::101:101',
    '64:ff9b::808:0',
  ])('the address %s is public', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  test.each([
    '0.1.2.3',
    '10.255.255.255',
    '100.64.0.0',
    '127.255.255.255',
    '169.254.0.1',
    '172.16.0.0',
    '172.31.255.255',
    '192.0.0.8',
    '192.0.2.1',
    '192.88.99.1',
    '192.168.0.1',
    '198.19.255.255',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '239.255.255.255',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::7f00:1',
    '::ffff:0:0',
    '::ffff:10.0.0.1',
    '::ffff:0:7f00:1',
    '64:ff9b::',
    '64:ff9b::127.0.0.1',
    '64:ff9b::a9fe:a9fe',
    '64:ff9b::a00:0',
    '64:ff9b:1::1',
    '100::1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '3fff::1',
    'fc00::1',
    'fd12::1',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
    'localhost',
    '',
    '1.1.1',
  ])('the address %s is not public', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});
