import { generateKeyPairSync, sign } from 'node:crypto';

/** A key and a certificate that it signed itself, both as PEM. */
export interface SelfSigned {
  readonly key: string;
  readonly certificate: string;
}

/** Makes a certificate for 127.0.0.1 that is valid around now, or was until yesterday. Source: RFC 5280 section 4.1. */
export function selfSigned({ address = [127, 0, 0, 1], expired = false } = {}): SelfSigned {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const ecdsaWithSha256 = sequence(oid(42, 134, 72, 206, 61, 4, 3, 2));
  const name = sequence(
    der(0x31, sequence(oid(85, 4, 3), der(0x0c, Buffer.from('witnessmark test')))),
  );
  const day = 24 * 60 * 60 * 1000;
  const validity = sequence(time(Date.now() - 2 * day), time(Date.now() + (expired ? -day : day)));
  const isAuthority = sequence(oid(85, 29, 19), octets(sequence(der(0x01, Buffer.of(0xff)))));
  const alternative = sequence(oid(85, 29, 17), octets(sequence(der(0x87, Buffer.from(address)))));
  const body = sequence(
    der(0xa0, der(0x02, Buffer.of(2))),
    der(0x02, Buffer.of(1)),
    ecdsaWithSha256,
    name,
    validity,
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(isAuthority, alternative)),
  );
  const signature = der(0x03, Buffer.of(0), sign('sha256', body, privateKey));
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: pem(sequence(body, ecdsaWithSha256, signature)),
  };
}

function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const head =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...head]), content]);
}

const sequence = (...parts: readonly Buffer[]): Buffer => der(0x30, ...parts);
const octets = (content: Buffer): Buffer => der(0x04, content);
const oid = (...bytes: readonly number[]): Buffer => der(0x06, Buffer.from(bytes));

function time(at: number): Buffer {
  const digits = new Date(at).toISOString().replace(/\D/g, '').slice(2, 14);
  return der(0x17, Buffer.from(`${digits}Z`));
}

function pem(bytes: Buffer): string {
  const lines = bytes.toString('base64').replace(/.{1,64}/g, '$&\n');
  return `-----BEGIN CERTIFICATE-----\n${lines}-----END CERTIFICATE-----\n`;
}
