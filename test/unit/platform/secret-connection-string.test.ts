import { describe, expect, it } from 'vitest';
import { redactor } from '../../../src/platform/redact.ts';

const redact = redactor([]);

describe('a password in a connection string must vanish, however short', () => {
  it.each([
    ['Server=db;Uid=app;Pwd=abc;', 'Server=db;Uid=app;Pwd=[redacted];'],
    ['Server=db;Uid=app;Pwd=abc', 'Server=db;Uid=app;Pwd=[redacted]'],
    ['Server=db;Uid=app;Password=abc;', 'Server=db;Uid=app;Password=[redacted];'],
    ['Password=abc;Server=db;', 'Password=[redacted];Server=db;'],
    ['pwd=a;uid=sa;server=db', 'pwd=[redacted];uid=sa;server=db'],
    ['Data Source=db;User ID=sa;Password=1;', 'Data Source=db;User ID=sa;Password=[redacted];'],
    ['Host=db; Username=me; Password=test; Port=5432', 'Host=db; Username=me; Password=[redacted]; Port=5432'],
    ['User Id=sa;Password=password;', 'User Id=sa;Password=[redacted];'],
    ['jdbc:sqlserver://db:1433;user=sa;password=ab;', 'jdbc:sqlserver://db:1433;user=sa;password=[redacted];'],
    ['{"Default": "Server=db;Pwd=abc"}', '{"Default": "Server=db;Pwd=[redacted]"}'],
    ['"{\\"Default\\": \\"Server=db;Pwd=abc\\"}"', '"{\\"Default\\": \\"Server=db;Pwd=[redacted]\\"}"'],
    ['CONNECTION=Server=db;Pwd=abc', 'CONNECTION=Server=db;Pwd=[redacted]'],
    ['it is Server=db;Pwd=abc and works; really', 'it is Server=db;Pwd=[redacted] and works; really'],
    ['"Server=db;Pwd=a b&c;Timeout=5"', '"Server=db;Pwd=[redacted];Timeout=5"'],
    ['"Server=db;Pwd=a b,c"', '"Server=db;Pwd=[redacted]"'],
    ["Server=db;Pwd='a;b';Timeout=5", 'Server=db;Pwd=[redacted];Timeout=5'],
    ['Driver={x};Server=db;Pwd={a;b};Port=1', 'Driver={x};Server=db;Pwd=[redacted];Port=1'],
    ['<c>Server=db;Pwd=abc</c>', '<c>Server=db;Pwd=[redacted]</c>'],
    [
      'Provider=x;Data Source=a.mdb;Jet OLEDB:Database Password=abc;',
      'Provider=x;Data Source=a.mdb;Jet OLEDB:Database Password=[redacted];',
    ],
  ])('%j becomes %j', (text, expected) => expect(redact(text)).toBe(expected));
});

describe('what is no password in a connection string must stay', () => {
  it.each<[kind: string, text: string]>([
    ['a variable', 'pwd=$PWD'],
    ['a variable among others', 'host=db;pwd=$PWD;user=me;password=${PASS};'],
    ['the current folder', 'PWD=/home/x'],
    ['the current folder among others', 'HOST=a;PWD=/home/x;USER=me'],
    ['a type', 'host: string; user: string; password: string;'],
    ['a placeholder', 'Server={0};User Id={user};Password={password};'],
    ['another placeholder', 'Server=db;Uid=<user>;Pwd=<password>;Port=1;Password=***;'],
    ['nothing', 'Server=db;Uid=me;Pwd=;'],
    ['a string that is put together', '"Server=db;Pwd=" + pw + ";Timeout=5"'],
    ['another string that is put together', "'Server=db;Pwd=' . $pw . ';Timeout=5'"],
    ['code', 'user = u; password = p; host = h;'],
    ['code without spaces', 'r.user=t;r.password=e;r.host=n;'],
    ['a field in code', 'user=t;r.password=e;host=n;'],
    ['a short name in code', 'a=b;pwd=c;d=e;'],
    ['a call', 'user=me();password=ask();host=x'],
    ['results of tests', 'host=ci;bypass=on;passed=3;user=me'],
    ['a switch', 'Server=db;Persist Security Info=True;Trusted_Connection=yes;'],
  ])('%s', (_, text) => expect(redact(text)).toBe(text));
});
