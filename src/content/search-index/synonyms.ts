/**
 * Words with the same meaning, in all languages. A word has a second form only if its stem changes
 * (“töötuba, töötoa”).
 */
export const SYNONYMS: Record<string, string> = {
  rpd: "random play dance, rpd, random dance, рпд, рандом плей дэнс, рандом плей данс, рандом дэнс",
  photocard:
    "photocard, photo card, foto card, fotocard, pc, pcs, trading card, fotokartīte, foto kartīte, fotokartiņa, foto kartiņa, kartīte, fotokaart, foto kaart, kaart, fotokortelė, foto kortelė, kortelė, фотокарточка, фотокарта, фото карта, фотокард, карточка, карда",
  lightstick:
    "lightstick, light stick, laitstiks, gaismas nūja, gaismas nūjiņa, valguspulk, valguskepp, šviečianti lazdelė, šviesos lazdelė, лайтстик, световая палочка, лайт стик",
  costume:
    "costume, outfit, stage clothes, tērps, kostīms, apģērbs, kostüüm, riided, riietus, kostiumas, apranga, drabužiai, костюм, наряд, образ, одежда",
  workshop:
    "workshop, masterclass, master class, meistarklase, darbnīca, töötuba, töötoa, töötoad, meistriklass, dirbtuvės, mokymai, мастер-класс, воркшоп, воркшопы",
  contest:
    "contest, competition, battle, konkurss, sacensības, võistlus, konkurss, konkursas, varžybos, конкурс, соревнование, баттл, cup, kauss, karikas, taurė, кубок",
  warmUp:
    "warm-up, warmup, stretching, iesildīšanās, stiepšanās, soojendus, venitus, apšilimas, tempimas, разминка, растяжка",
  practice:
    "practice, rehearsal, training, mēģinājums, treniņš, proov, harjutamine, trenn, repeticija, treniruotė, репетиция, тренировка",
  studio:
    "practice room, dance studio, rehearsal space, studija, zāle, tantsustuudio, treeningsaal, studija, salė, студия, зал",
  fanchant: "fanchant, fan chant, fančants, skanduotė, фанчант, фан чант",
  cover: "dance cover, cover, covers, koveris, каверы, кавер, каверденс, cover dance, cover video",
  hangul:
    "hangul, korean alphabet, korean letters, hangils, hangilas, hangulas, korejiešu burti, korejiešu alfabēts, korea tähestik, korea keel, korėjiečių abėcėlė, korėjiečių raidės, хангыль, корейский алфавит, корейские буквы",
  merch:
    "merch, merchandise, fan shop, mērčs, veikals, pood, fännipood, parduotuvė, atributika, мерч, магазин",
  kpop: "k-pop, kpop, k pop, кпоп, к-поп, кейпоп, кей поп",
  relay: "relay, stafete, teatejooks, teatevõistlus, tantsuteade, estafetė, эстафета",
  flashmob: "flash mob, flashmob, flešmobs, флешмоб, флэшмоб",

  // entries.ts adds these country codes to entries.
  ee: "Estonia, Estonian, Igaunija, igauņu, Eesti, Eestis, Eestist, Estija, estų, Эстония, эстонский, Viro",
  lv: "Latvia, Latvian, Latvija, latviešu, Läti, Lätis, Lätist, latvių, Латвия, латвийский",
  lt: "Lithuania, Lithuanian, Lietuva, lietuviešu, Leedu, Leedus, Leedust, lietuvių, Литва, литовский",
  korea: "Korea, Koreja, Korėja, Корея",

  riga: "Rīga, Riia, Riiga, Riian, Ryga, Rygoje, Рига",
  tallinn: "Tallinn, Tallina, Talinas, Tallin, Talin, Таллинн, Таллин",
  vilnius: "Vilnius, Viļņa, Vilna, Vilno, Вильнюс, Вильно",
  kaunas: "Kaunas, Kauņa, Kowno, Каунас",
  tartu: "Tartu, Tērbata, Тарту",
  liepaja: "Liepāja, Liepoja, Лиепая",
  daugavpils: "Daugavpils, Daugpilis, Dünaburg, Даугавпилс",
  klaipeda: "Klaipėda, Klaipēda, Klaipeda, Memel, Клайпеда",
  narva: "Narva, Нарва",
  parnu: "Pärnu, Pērnava, Пярну",
  viljandi: "Viljandi, Vīlande, Вильянди",
  valga: "Valga, Valka, Валга, Валка",
  jurmala: "Jūrmala, Jurmala, Юрмала",
  jelgava: "Jelgava, Елгава",
  ventspils: "Ventspils, Ventspilis, Вентспилс",
  valmiera: "Valmiera, Volmari, Валмиера",
  rezekne: "Rēzekne, Rėzeknė, Резекне",
  cesis: "Cēsis, Cėsys, Võnnu, Цесис",
  siauliai: "Šiauliai, Šauļi, Шяуляй",
  panevezys: "Panevėžys, Panevēža, Паневежис",
  alytus: "Alytus, Alīta, Алитус",
  palanga: "Palanga, Паланга",
  seoul: "Seoul, Seula, Seulas, Soul, Сеул",
}

/** Words that find all entries of a category. */
export const CATEGORIES: Record<"event" | "team" | "news" | "weekend", string> = {
  event:
    "event, events, party, what's on, pasākums, notikums, üritus, sündmus, renginys, событие, мероприятие, ивент, тусовка",
  team: "team, crew, dance team, dance crew, dance group, komanda, deju komanda, deju grupa, trupp, tantsutrupp, tantsurühm, tiim, šokių komanda, šokių grupė, команда, танцевальная команда, кавер команда",
  news: "news, article, ziņas, raksts, uudis, uudised, artikkel, naujiena, straipsnis, новость, новости, статья",
  weekend: "weekend, nedēļas nogale, brīvdienas, nädalavahetus, savaitgalis, выходные",
}
