/**
 * Words that people combine when they need a long password, with a year or some signs. Nearly all passwords of twelve characters and more
 * that attackers try first are made so, or walk over the keyboard.
 */
export const WELL_KNOWN_WORDS: ReadonlySet<string> = new Set(
  `
  password passwort passwd pass parola motdepasse contrasena senha wachtwoord secret secrets private login logon signin account user
  username admin administrator root system server guest test tester testing demo default changeme change temp temporary welcome hello
  letmein letme open enter access computer internet network laptop windows microsoft google facebook twitter instagram whatsapp tiktok
  youtube apple iphone samsung android nokia huawei tecno infinix itel mtn airtel vodacom glo safaricom mpesa paystack flutterwave
  qwerty qwertyuiop qwertz azerty asdf asdfgh asdfghjkl zxcv zxcvbn zxcvbnm qazwsx qazwsxedc abcdef abcdefgh alphabet number numbers

  love lover loves loved loving iloveyou iloveu ilove iluvu you youandme forever always together family mother father mummy mommy daddy mama papa
  sister brother baby babe babygirl babyboy honey sweetie sweetheart darling angel angels princess prince queen king kings girl girls
  boy boys friend friends bestfriend wife husband marriage wedding heart hearts kiss kisses happy happiness smile sunshine sweet beautiful
  pretty lovely cute sexy hot mine yours myself

  jesus christ jesuschrist god godisgood godislove godisgreat godfirst ingodwetrust allah muhammad mohammed islam bible church faith hope
  grace mercy glory blessing blessed blessings amen heaven holy spirit lord saviour savior praise prayer miracle testimony favour favor
  victory hallelujah emmanuel

  football soccer futbol basketball baseball cricket tennis rugby arsenal chelsea liverpool manchester united city barcelona madrid real
  juventus milan bayern tottenham everton ronaldo messi neymar mbappe ronaldinho jordan lebron superman batman spiderman ironman starwars
  pokemon naruto minecraft fortnite playstation xbox nintendo mario matrix avengers transformers harrypotter finalfantasy counterstrike

  dragon monkey tiger lion leopard eagle shadow master killer hunter ranger warrior soldier thunder lightning storm fire ice water earth wind
  sun moon star stars sky ocean river mountain flower flowers rose roses butterfly cherry banana apple orange lemon mango pepper ginger cookie
  chocolate coffee cheese chicken pizza burger butter peanut sugar summer winter spring autumn rain snow red green blue black white yellow
  purple pink silver gold golden diamond crystal rainbow magic magical power strong super mega ultra ninja pirate wizard ghost devil demon
  hell freedom liberty peace victory success winner champion champions hero legend boss money cash rich million millionaire dollar naira cedi
  rand business company office work worker project service services support manager sales market marketing event events ticket tickets
  concert festival party music dance dancer singer guitar drummer deejay show shows tickets

  january february march april may june july august september october november december monday tuesday wednesday thursday friday saturday
  sunday morning night today tomorrow yesterday christmas easter birthday newyear valentine

  nigeria nigerian naija lagos abuja ibadan kano portharcourt harcourt enugu benin calabar kaduna ghana ghanaian accra kumasi tamale
  southafrica south north east west africa african johannesburg joburg capetown durban pretoria soweto kenya nairobi london newyork paris
  america england britain france germany brazil china india dubai canada sanfrancisco philadelphia

  michael michelle daniel david james john robert william richard joseph thomas charles christopher matthew anthony andrew joshua samuel
  benjamin jonathan nicholas alexander gabriel isaac jacob abraham moses peter paul stephen steven patrick george edward kevin brian justin
  jessica jennifer elizabeth mary maria sarah rebecca rachel esther ruth deborah hannah amanda ashley nicole stephanie victoria catherine
  katherine margaret patricia barbara linda susan nancy karen lisa betty sandra charlotte emily sophia olivia isabella anna grace joy
  precious blessing favour patience comfort promise chioma chinedu chidi ngozi emeka obinna ifeoma nneka adaeze adaobi chukwu tunde bola
  bukola funke segun kunle femi yemi tope temitope ayo ayodele bisi dele olu oluwa oluwaseun damilola tolu kemi aisha fatima zainab musa
  ibrahim abubakar mohamed ahmed ali hassan hussein yusuf kwame kofi kwaku yaw ama akosua abena esi nana thabo sipho themba nomsa lerato
  thandi zanele bongani mandla nelson mandela

  the and my your our is are am not for with from this that who what where when why how can will one two three four five six seven eight nine
  ten first last new old big little good best bad great nice cool awesome amazing perfect wonderful special unique number only just like want
  need have get give take make come back home house school college university teacher student doctor nurse police army navy leave alone
  fuck fucker fucking motherfucker shit bitch asshole whatever nothing something anything everything everyone nobody somebody trust no fear
  believe dream dreams life live living alive death die young world monkeys deadpeople correcthorsebatterystaple thequickbrownfox
  quickbrownfox tobeornottobe maytheforcebewithyou openthedoor opensesame

  unbelievable professional supernatural international intelligence entertainment construction civilization cosmopolitan satisfaction
  communication administration university congratulations responsibility extraordinary understanding relationship independence revolution
  photography engineering information technology management development environment experience accommodation advertising constitution
  justinbieber michaeljackson avrillavigne edwardcullen jamesbond needforspeed mortalkombat residentevil devilmaycry greenlantern warhammer
  systemofadown punksnotdead thecakeisalie nightcrawler stratocaster peanutbutter cheeseburger chickenwing blackpink taylorswift davido
  wizkid burnaboy beyonce rihanna eminem drake kanye
  `
    .trim()
    .split(/\s+/),
);
